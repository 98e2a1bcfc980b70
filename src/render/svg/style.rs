//! Style sheets: one for screens, light and dark, one for printing. All drawing names classes only.

/// For screens. The seven tints are the colors of Okabe and Ito (2008), which people with any kind
/// of color vision can distinguish, made lighter (or, in the dark, deeper) so that text on them
/// keeps a contrast of at least 4.5 to 1.
pub(super) const SCREEN: &str = "\
text{font-family:ui-sans-serif,system-ui,-apple-system,\"Segoe UI\",sans-serif;font-size:17px;\
fill:#1a1a1a;text-anchor:middle}\
.caption{font-size:13px;fill:#595959}.label{font-size:12px;fill:#404040}\
.legend{font-size:12px;fill:#404040;text-anchor:start}\
.head{font-size:18px;font-weight:600}.pencil{font-size:10px;fill:#595959}\
.digit{font-size:25px}.given-text{font-weight:700}.active-text{fill:#00507d}.wall-text{fill:#fff}\
.paper{fill:#fff}.tray{fill:#eceae4;stroke:#c9c5ba;stroke-width:1.5}\
.floor,.given,.active,.faint,.goal,.cell{stroke:#8d887a;stroke-width:1}\
.floor{fill:#ddd8ca}.cell{fill:#fff}.given{fill:#ebebeb}.active{fill:#d3ebf9}.faint{fill:#fbe9c8}\
.goal{fill:#cdeeda}.wall{fill:#5b5b5b}.away{stroke-dasharray:4 3}\
.piece,.hero,.t0,.t1,.t2,.t3,.t4,.t5,.t6{stroke:#2b2b2b;stroke-width:1.5}\
.piece{fill:#e3dfd4}.hero{fill:#f0905f}\
.t0{fill:#8fd0f2}.t1{fill:#f6c667}.t2{fill:#6fd0ae}.t3{fill:#f5ee8e}.t4{fill:#93b8ea}\
.t5{fill:#e6b3d1}.t6{fill:#cbcbcb}\
.focus{stroke:#c2410c;stroke-width:3;fill:none}.aim{fill:none;stroke:#12734a;stroke-width:2;\
stroke-dasharray:6 4;opacity:.6}.home{fill:none;stroke:#12734a;stroke-width:3}\
.near{fill:none;stroke:#00507d;stroke-width:2.5;stroke-dasharray:3 3}\
.way{fill:none;stroke:#c2410c;stroke-width:2}\
.link{fill:none;stroke:#7a1fa2;stroke-width:2;opacity:.75}.weak{stroke-dasharray:4 3}\
.on{fill:#bfe3f7;stroke:#00507d}.off{fill:#fbdca0;stroke:#7a4d00}\
.gone{fill:#fbd0bf}.struck{fill:none;stroke:#c2410c;stroke-width:1.75}\
.arrival{fill:#00507d;fill-opacity:.1;stroke:#00507d;stroke-width:3;stroke-dasharray:1 6;\
stroke-linecap:round}\
.hole{fill:#1a1a1a}.hole-text{fill:#fff}.shade{fill:#000;opacity:.22}\
.side{fill:#c8622f;stroke:#2b2b2b;stroke-width:1.5}\
.pside{fill:#b3ac9a;stroke:#2b2b2b;stroke-width:1.5}\
.thin{stroke:#a5a5a5;stroke-width:1;fill:none}.thick{stroke:#1a1a1a;stroke-width:3;fill:none;\
stroke-linecap:square}\
.edge{stroke:#8a8a8a;stroke-width:1.75;fill:none}.node{stroke:#555;stroke-width:1.5}\
.live{fill:#0072b2;stroke:#004d7a}.live-text{fill:#fff}.dead{fill:#fff}.dead-text{fill:#595959}\n\
@media(prefers-color-scheme:dark){text{fill:#f2f2f2}.caption{fill:#b5b5b5}.label,.legend{fill:#d0d0d0}\
.pencil{fill:#b0b4bb}.active-text{fill:#9fdcff}.wall-text{fill:#111}\
.paper{fill:#16181d}.tray{fill:#22252c;stroke:#5d6370}\
.floor,.given,.active,.faint,.goal,.cell{stroke:#737a88}\
.floor{fill:#3d424e}.cell{fill:#1b1e24}.given{fill:#353942}.active{fill:#123c54}.faint{fill:#4f3d1a}\
.goal{fill:#1c5238}.wall{fill:#969696}\
.piece,.hero,.t0,.t1,.t2,.t3,.t4,.t5,.t6{stroke:#0b0c0f}\
.piece{fill:#504c44}.hero{fill:#a8481f}\
.t0{fill:#1c6a96}.t1{fill:#85600c}.t2{fill:#13704f}.t3{fill:#6f680f}.t4{fill:#2c5794}\
.t5{fill:#84476b}.t6{fill:#5c5c5c}\
.focus{stroke:#ffb38a}.aim,.home{stroke:#5fd39b}.near{stroke:#7cc9f5}.way{stroke:#ffb38a}\
.link{stroke:#d9a6f0}.on{fill:#123c54;stroke:#9fdcff}.off{fill:#4f3d1a;stroke:#f6c667}\
.gone{fill:#5c2412}.struck{stroke:#ff8a5c}.arrival{fill:#7cc9f5;stroke:#7cc9f5}\
.hole{fill:#000}.hole-text{fill:#e8e8e8}.shade{opacity:.5}\
.side{fill:#6f2c10;stroke:#0b0c0f}.pside{fill:#35322c;stroke:#0b0c0f}\
.thin{stroke:#5a5f6a}.thick{stroke:#e6e6e6}.edge{stroke:#7d838f}.node{stroke:#9aa0ab}\
.live{fill:#56b4e9;stroke:#9fdcff}.live-text{fill:#0b0c0f}.dead{fill:#16181d}\
.dead-text{fill:#b5b5b5}}\n";

/// For printing: black lines on white, no areas of ink but walls in light gray.
pub(in crate::render) const INK: &str = "\
text{font-family:ui-sans-serif,system-ui,-apple-system,\"Segoe UI\",sans-serif;font-size:17px;\
fill:#000;text-anchor:middle}\
.caption,.label{font-size:13px}.given-text{font-weight:700}.head{font-size:18px;font-weight:600}.pencil{display:none}\
.digit{font-size:25px}.tray{fill:#fff;stroke:#000;stroke-width:2}\
.floor,.given,.active,.faint,.goal,.cell{fill:#fff;stroke:#888;stroke-width:1}\
.faint{stroke-dasharray:4 3}.away{stroke-dasharray:2 4}.wall{fill:#ccc;stroke:#000;stroke-width:1}\
.piece,.hero,.t0,.t1,.t2,.t3,.t4,.t5,.t6{fill:#fff;stroke:#000;stroke-width:2}\
.hero{stroke-width:3.5}.focus,.home,.near,.way,.link,.arrival{fill:none;stroke:none}\
.on,.off,.gone,.struck{display:none}\
.aim{fill:none;stroke:#555;stroke-width:1.5;stroke-dasharray:3 3}\
.hole{fill:#fff;stroke:#000;stroke-width:3}.shade{display:none}path.goal{stroke:none}\
.side,.pside{fill:#ddd;stroke:#000;stroke-width:2}\
.thin{stroke:#777;stroke-width:1;fill:none}.thick{stroke:#000;stroke-width:3;fill:none;\
stroke-linecap:square}\
.edge{stroke:#000;stroke-width:1.5;fill:none}.node{fill:#fff;stroke:#000;stroke-width:1.5}\
.live{stroke-width:4}\n";
