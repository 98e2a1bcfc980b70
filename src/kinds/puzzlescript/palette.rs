//! The built-in palettes.

/// The colors of a palette, in the order of this table.
const COLORS: [&str; 21] = [
    "black",
    "white",
    "grey",
    "darkgrey",
    "lightgrey",
    "red",
    "darkred",
    "lightred",
    "brown",
    "darkbrown",
    "lightbrown",
    "orange",
    "yellow",
    "green",
    "darkgreen",
    "lightgreen",
    "blue",
    "lightblue",
    "darkblue",
    "purple",
    "pink",
];

/// The palettes by name, in the order of their numbers from 1.
const PALETTES: [(&str, [u32; 21]); 14] = [
    (
        "mastersystem",
        [
            0x0000_0000,
            0x00ff_ffff,
            0x0055_5555,
            0x0055_5500,
            0x00aa_aaaa,
            0x00ff_0000,
            0x00aa_0000,
            0x00ff_5555,
            0x00aa_5500,
            0x0055_0000,
            0x00ff_aa00,
            0x00ff_5500,
            0x00ff_ff55,
            0x0055_aa00,
            0x0000_5500,
            0x00aa_ff00,
            0x0055_55aa,
            0x00aa_ffff,
            0x0000_0055,
            0x0055_0055,
            0x00ff_aaff,
        ],
    ),
    (
        "gameboycolour",
        [
            0x0000_0000,
            0x00ff_ffff,
            0x007f_7f7c,
            0x003e_3e44,
            0x00ba_a7a7,
            0x00a7_120c,
            0x0088_0606,
            0x00ba_381f,
            0x0057_381f,
            0x003e_2519,
            0x008e_634b,
            0x00ba_4b32,
            0x00c0_ba6f,
            0x0051_7525,
            0x0038_5d12,
            0x006f_8e44,
            0x005d_6fa7,
            0x008e_a7a7,
            0x004b_575d,
            0x003e_3e44,
            0x00ba_381f,
        ],
    ),
    (
        "amiga",
        [
            0x0000_0000,
            0x00ff_ffff,
            0x00bb_bbbb,
            0x0033_3333,
            0x00ff_eedd,
            0x00dd_1111,
            0x0099_0000,
            0x00ff_4422,
            0x0066_3311,
            0x0033_1100,
            0x00aa_6644,
            0x00ff_6644,
            0x00ff_dd66,
            0x0044_8811,
            0x0033_5500,
            0x0088_bb77,
            0x0088_99dd,
            0x00bb_ddee,
            0x0066_6688,
            0x0066_5555,
            0x0099_7788,
        ],
    ),
    (
        "arnecolors",
        [
            0x0000_0000,
            0x00ff_ffff,
            0x009d_9d9d,
            0x0069_7175,
            0x00cc_cccc,
            0x00be_2633,
            0x0073_2930,
            0x00e0_6f8b,
            0x00a4_6422,
            0x0049_3c2b,
            0x00ee_b62f,
            0x00eb_8931,
            0x00f7_e26b,
            0x0044_891a,
            0x002f_484e,
            0x00a3_ce27,
            0x001d_57f7,
            0x00b2_dcef,
            0x001b_2632,
            0x0034_2a97,
            0x00de_65e2,
        ],
    ),
    (
        "famicom",
        [
            0x0000_0000,
            0x00ff_ffff,
            0x007c_7c7c,
            0x0008_0808,
            0x00bc_bcbc,
            0x00f8_3800,
            0x0088_1400,
            0x00f8_7858,
            0x00ac_7c00,
            0x0050_3000,
            0x00fc_e0a8,
            0x00fc_a044,
            0x00f8_b800,
            0x0000_b800,
            0x0000_5800,
            0x00b8_f8b8,
            0x0000_58f8,
            0x003c_bcfc,
            0x0000_00bc,
            0x0066_44fc,
            0x00f8_78f8,
        ],
    ),
    (
        "atari",
        [
            0x0000_0000,
            0x00ff_ffff,
            0x0090_9090,
            0x0040_4040,
            0x00b0_b0b0,
            0x00a0_3c50,
            0x0070_0014,
            0x00dc_849c,
            0x0080_5020,
            0x0070_3400,
            0x00cb_9870,
            0x00cc_ac70,
            0x00ec_d09c,
            0x0058_b06c,
            0x0000_6414,
            0x0070_c484,
            0x001c_3c88,
            0x0068_88c8,
            0x0000_0088,
            0x003c_0080,
            0x00b4_84dc,
        ],
    ),
    (
        "pastel",
        [
            0x0000_0000,
            0x00ff_ffff,
            0x003e_3e3e,
            0x0031_3131,
            0x009c_bcbc,
            0x00f5_6ca2,
            0x00a6_3577,
            0x00ff_a9cf,
            0x00b5_8c53,
            0x0078_7562,
            0x00b5_8c53,
            0x00eb_792d,
            0x00ff_e15f,
            0x0000_ff4f,
            0x002b_732c,
            0x0097_c04f,
            0x000f_88d3,
            0x0000_fffe,
            0x0029_3a7b,
            0x00ff_6554,
            0x00eb_792d,
        ],
    ),
    (
        "ega",
        [
            0x0000_0000,
            0x00ff_ffff,
            0x0055_5555,
            0x0055_5555,
            0x00aa_aaaa,
            0x00ff_5555,
            0x00aa_0000,
            0x00ff_55ff,
            0x00aa_5500,
            0x00aa_5500,
            0x00ff_ff55,
            0x00ff_5555,
            0x00ff_ff55,
            0x0000_aa00,
            0x0000_aaaa,
            0x0055_ff55,
            0x0055_55ff,
            0x0055_ffff,
            0x0000_00aa,
            0x00aa_00aa,
            0x00ff_55ff,
        ],
    ),
    (
        "amstrad",
        [
            0x0000_0000,
            0x00ff_ffff,
            0x007f_7f7f,
            0x0063_6363,
            0x00af_afaf,
            0x00ff_0000,
            0x007f_0000,
            0x00ff_7f7f,
            0x00ff_7f00,
            0x007f_7f00,
            0x00ff_ff00,
            0x00ff_007f,
            0x00ff_ff7f,
            0x0001_ff00,
            0x0000_7f00,
            0x007f_ff7f,
            0x0000_00ff,
            0x007f_7fff,
            0x0000_007f,
            0x007f_007f,
            0x00ff_7fff,
        ],
    ),
    (
        "proteus_mellow",
        [
            0x003d_2d2e,
            0x00dd_f1fc,
            0x009f_b2d4,
            0x007b_8272,
            0x00a4_bfda,
            0x009d_5443,
            0x008c_5b4a,
            0x0094_614c,
            0x0089_a78d,
            0x0082_9e88,
            0x00aa_ae97,
            0x00d1_ba86,
            0x00d6_cda2,
            0x0075_ac8d,
            0x008f_a67f,
            0x008e_b682,
            0x0088_a3ce,
            0x00a5_adb0,
            0x005c_6b8c,
            0x00d3_9fac,
            0x00c8_ac9e,
        ],
    ),
    (
        "proteus_rich",
        [
            0x006f_686f,
            0x00d1_b1e2,
            0x00b9_aac1,
            0x008e_8b84,
            0x00c7_b5cd,
            0x00a1_1f4f,
            0x0093_4765,
            0x00c9_98ad,
            0x0089_867d,
            0x0079_7f75,
            0x00ab_9997,
            0x00ce_8c5c,
            0x00f0_d959,
            0x0075_bc54,
            0x0059_9d79,
            0x0090_cf5c,
            0x008f_d0ec,
            0x00bc_dce7,
            0x000b_2c70,
            0x009b_377f,
            0x00cd_88e5,
        ],
    ),
    (
        "proteus_night",
        [
            0x0001_0912,
            0x00fd_eeec,
            0x0005_1d40,
            0x0009_1842,
            0x0006_2151,
            0x00ad_4576,
            0x0093_4765,
            0x00ab_6290,
            0x0061_646b,
            0x003d_2d2d,
            0x0083_93a0,
            0x000a_2227,
            0x000a_2541,
            0x0075_ac8d,
            0x000a_2434,
            0x0006_1f2e,
            0x000b_2c79,
            0x0080_9ccb,
            0x0008_153b,
            0x0066_6a87,
            0x0075_4b4d,
        ],
    ),
    (
        "c64",
        [
            0x0000_0000,
            0x00ff_ffff,
            0x006c_6c6c,
            0x0044_4444,
            0x0095_9595,
            0x0068_372b,
            0x003f_1e17,
            0x009a_6759,
            0x0043_3900,
            0x0022_1c02,
            0x006d_5c0d,
            0x006f_4f25,
            0x00b8_c76f,
            0x0058_8d43,
            0x0034_5129,
            0x009a_d284,
            0x006c_5eb5,
            0x0070_a4b2,
            0x0035_2879,
            0x006f_3d86,
            0x00b0_44ac,
        ],
    ),
    (
        "whitingjp",
        [
            0x0020_2527,
            0x00ef_f8fd,
            0x007b_7680,
            0x003c_3b44,
            0x00be_d0d7,
            0x00bd_194b,
            0x006b_1334,
            0x00ef_2358,
            0x00b5_2e1c,
            0x0068_1c12,
            0x00e8_7b45,
            0x00ff_8c10,
            0x00fb_d524,
            0x0036_bc3c,
            0x0031_7610,
            0x008c_e062,
            0x003f_62c6,
            0x0057_bbe0,
            0x002c_2fa0,
            0x0070_37d9,
            0x00ec_2b8f,
        ],
    ),
];

use super::game::Color;

/// A palette.
#[derive(Clone, Copy, Debug)]
pub(super) struct Palette(&'static [u32; 21]);

impl Palette {
    /// Returns the palette of a name or of a number from 1.
    pub(super) fn of(name: &str) -> Option<Self> {
        let number = name
            .parse::<usize>()
            .ok()
            .filter(|_| name.starts_with(|char: char| char != '0' && char != '+'));
        let by_number = number.and_then(|number| PALETTES.get(number.checked_sub(1)?));
        let palette = by_number.or_else(|| PALETTES.iter().find(|(known, _)| *known == name))?;
        Some(Self(&palette.1))
    }

    /// Returns the names of all palettes.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        PALETTES.iter().map(|(name, _)| *name)
    }

    /// Returns a color by its word, or by `#` and three or six digits.
    pub(super) fn color(self, word: &str) -> Option<Color> {
        if word == "transparent" {
            return Some(Color::Transparent);
        }
        if let Some(digits) = word.strip_prefix('#') {
            return hex(digits);
        }
        let word = word.replace("gray", "grey");
        let at = COLORS.iter().position(|known| *known == word)?;
        let [_, red, green, blue] = self.0[at].to_be_bytes();
        Some(Color::Solid(red, green, blue))
    }
}

/// The palette of games that name none is `arnecolors`.
impl Default for Palette {
    fn default() -> Self {
        Self(&PALETTES[3].1)
    }
}

/// Returns a color by three or six digits.
fn hex(digits: &str) -> Option<Color> {
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    match digits.len() {
        6 => Some(Color::Solid(red, green, blue)),
        3 => {
            let double = |shift: u32| ((number >> shift & 15) * 17) as u8;
            Some(Color::Solid(double(8), double(4), double(0)))
        }
        _ => None,
    }
}
