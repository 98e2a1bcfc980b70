//! Declares the structures of the board's messages once: as Rust types, and as TypeScript for clients
//! and for the manual.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::lsp::server::protocol::{Position, Range};

/// A type of a field on the wire.
pub(super) trait Field {
    /// True if the field can be missing.
    const IS_OPTIONAL: bool = false;

    /// Returns whether the field is left out.
    fn is_absent(&self) -> bool {
        false
    }

    /// Returns the type in TypeScript.
    fn typescript() -> String;
}

/// A value that can be `null`, in a field that is always there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(in crate::lsp::server) struct Nullable<T>(pub(in crate::lsp::server) Option<T>);

impl<T: Field> Field for Nullable<T> {
    fn typescript() -> String {
        format!("{} | null", T::typescript())
    }
}

impl<T: Field> Field for Option<T> {
    const IS_OPTIONAL: bool = true;

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn typescript() -> String {
        T::typescript()
    }
}

impl<T: Field> Field for Vec<T> {
    fn typescript() -> String {
        let item = T::typescript();
        if item.contains(' ') { format!("({item})[]") } else { format!("{item}[]") }
    }
}

impl<T: Field> Field for BTreeMap<String, T> {
    fn typescript() -> String {
        format!("Record<string, {}>", T::typescript())
    }
}

/// Says how types are written in TypeScript.
macro_rules! written {
    ($($type:ty => $text:literal),+ $(,)?) => { $(
        impl Field for $type {
            fn typescript() -> String {
                String::from($text)
            }
        }
    )+ };
}

written! {
    String => "string",
    bool => "boolean",
    i32 => "number",
    u32 => "number",
    u64 => "number",
    Position => "Position",
    Range => "Range",
}

/// A declared structure or enumeration, as it is written for clients.
pub(super) struct Declared {
    pub(super) name: &'static str,
    pub(super) about: &'static [&'static str],
    pub(super) form: Form,
}

/// The form of a declared type.
pub(super) enum Form {
    /// The fields of a structure.
    Fields(Vec<DeclaredField>),
    /// The words of an enumeration, each with its meaning.
    Words(&'static [(&'static str, &'static [&'static str])]),
}

/// A field of a declared structure.
pub(super) struct DeclaredField {
    /// Its name in Rust.
    pub(super) name: &'static str,
    pub(super) about: &'static [&'static str],
    pub(super) is_optional: bool,
    pub(super) typescript: String,
}

/// Declares structures and enumerations of words.
macro_rules! declare {
    (
        structures {
            $($(#[doc = $about:literal])* $name:ident {
                $($(#[doc = $doc:literal])* $field:ident: $type:ty),+ $(,)?
            })+
        }
        enumerations {
            $($(#[doc = $says:literal])* $choice:ident {
                $($(#[doc = $means:literal])* $variant:ident = $word:literal),+ $(,)?
            })+
        }
    ) => {
        $(
            $(#[doc = $about])*
            #[derive(Clone, Debug, Serialize, Deserialize)]
            #[serde(rename_all = "camelCase")]
            pub(in crate::lsp::server) struct $name {
                $(
                    $(#[doc = $doc])*
                    #[serde(skip_serializing_if = "Field::is_absent")]
                    pub(in crate::lsp::server) $field: $type
                ),+
            }

            impl Field for $name {
                fn typescript() -> String {
                    String::from(stringify!($name))
                }
            }
        )+
        $(
            $(#[doc = $says])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
            pub(in crate::lsp::server) enum $choice {
                $($(#[doc = $means])* #[serde(rename = $word)] $variant),+
            }

            impl Field for $choice {
                fn typescript() -> String {
                    String::from(stringify!($choice))
                }
            }
        )+

        /// Returns all structures and enumerations.
        pub(super) fn declared() -> Vec<Declared> {
            vec![
                $(Declared {
                    name: stringify!($name),
                    about: &[$($about),*],
                    form: Form::Fields(vec![$(DeclaredField {
                        name: stringify!($field),
                        about: &[$($doc),*],
                        is_optional: <$type as Field>::IS_OPTIONAL,
                        typescript: <$type as Field>::typescript(),
                    }),+]),
                },)+
                $(Declared {
                    name: stringify!($choice),
                    about: &[$($says),*],
                    form: Form::Words(&[$(($word, &[$($means),*])),+]),
                },)+
            ]
        }
    };
}
pub(super) use declare;

/// Returns the name of a field on the wire.
pub(super) fn camel_case(name: &str) -> String {
    let mut words = name.trim_start_matches("r#").split('_');
    let mut text = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(1);
        text.push_str(&first.to_ascii_uppercase());
        text.push_str(rest);
    }
    text
}
