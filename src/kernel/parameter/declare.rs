//! Macros that declare parameters and choices.

/// Declares a struct of settings whose fields are parameters.
///
/// `at` is the path before the field's name. A field with a label is a parameter; a field without a label is a nested
/// struct with its own declarations. The doc line of a field is its help. `usual` is the usual part of a number's
/// range. `spelled` is the name in full of a parameter whose label is an abbreviation, for axes. `as further` marks a parameter that
/// few users need.
#[macro_export]
macro_rules! parameters {
    (@first $first:expr $(, $rest:expr)*) => { $first };
    (@further further) => { true };
    (@further) => { false };
    (
        $(#[$meta:meta])*
        $name:ident at $prefix:literal {
            $(
                #[doc = $help:literal]
                $field:ident: $type:ty = $default:expr
                $(, $label:literal $(spelled $spelled:literal)? $(as $rank:ident)? $(in $unit:literal)?, $kind:expr $(, usual $usual:expr)? $(, when $when:expr)?)?;
            )*
        }
    ) => {
        #[derive(Clone, Debug, PartialEq)]
        $(#[$meta])*
        pub struct $name {
            $(
                #[doc = $help]
                pub $field: $type,
            )*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $default,)* }
            }
        }

        impl $crate::parameter::fields::Json for $name {
            fn write(&self) -> $crate::parameter::fields::Value {
                $crate::parameter::fields::object(&[$((stringify!($field), &self.$field),)*])
            }

            fn read(&mut self, value: &$crate::parameter::fields::Value) -> bool {
                *self = $name::default();
                $crate::parameter::Group::update(self, value)
            }
        }

        impl $crate::parameter::Group for $name {
            const DECLARED: &'static [$crate::parameter::Parameter] = $name::PARAMETERS;

            fn update(&mut self, value: &$crate::parameter::fields::Value) -> bool {
                $crate::parameter::fields::fill(&mut [$((stringify!($field), &mut self.$field),)*], value)
            }
        }

        impl $name {
            /// All defaults as JSON, computed once.
            fn written_defaults() -> &'static $crate::parameter::fields::Value {
                static DEFAULTS: std::sync::LazyLock<$crate::parameter::fields::Value> =
                    std::sync::LazyLock::new(|| $crate::parameter::fields::Json::write(&$name::default()));
                &DEFAULTS
            }

            /// Declarations of the parameters.
            pub const PARAMETERS: &'static [$crate::parameter::Parameter] = &[
                $($(
                    $crate::parameter::Parameter {
                        path: concat!($prefix, stringify!($field)),
                        label: $label,
                        spelled: $crate::parameters!(@first $($spelled,)? $label),
                        unit: $crate::parameters!(@first $($unit,)? ""),
                        kind: $kind,
                        usual: $crate::parameters!(@first $(Some($usual),)? None),
                        defaults: $name::written_defaults,
                        holds: |value| {
                            let mut own: $type = $default;
                            $crate::parameter::fields::Json::read(&mut own, value)
                        },
                        help: $help.trim_ascii(),
                        further: $crate::parameters!(@further $($rank)?),
                        when: $crate::parameters!(@first $($when,)? &[]),
                    },
                )?)*
            ];
        }
    };
}
pub use parameters;

/// Declares a choice: an enum whose variants have a name in JSON, a label and one line of help. `also` lists aliases,
/// each with the name that it stands for.
#[macro_export]
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $enum:ident = $default:ident $(, also $also:expr)?, {
            $(
                #[doc = $help:literal]
                $variant:ident = $name:literal, $label:literal;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $enum {
            $(
                #[doc = $help]
                $variant,
            )*
        }

        impl Default for $enum {
            fn default() -> $enum {
                $enum::$default
            }
        }

        impl $enum {
            /// All variants, in the order of the form.
            pub const ALL: &'static [$enum] = &[$($enum::$variant,)*];

            /// Kind of a parameter of this type.
            pub const KIND: $crate::parameter::Kind = $crate::parameter::Kind::Choice {
                choices: &[
                    $($crate::parameter::Choice {
                        name: $name,
                        label: $label,
                        help: $help.trim_ascii(),
                        group: "",
                    },)*
                ],
                also: $crate::parameters!(@first $($also,)? &[]),
            };

            /// The name in JSON.
            pub fn name(self) -> &'static str {
                match self {
                    $($enum::$variant => $name,)*
                }
            }

            /// The variant with this name or alias in JSON.
            pub fn named(name: &str) -> Option<$enum> {
                let also: &[(&str, &str)] = $crate::parameters!(@first $($also,)? &[]);
                let other = also.iter().find(|(other, _)| *other == name);
                let name = other.map_or(name, |(_, own)| own);
                Self::ALL.iter().find(|own| own.name() == name).copied()
            }

            /// The name for people.
            pub fn label(self) -> &'static str {
                match self {
                    $($enum::$variant => $label,)*
                }
            }
        }

        impl $crate::parameter::fields::Json for $enum {
            fn write(&self) -> $crate::parameter::fields::Value {
                $crate::parameter::fields::Value::from(self.name())
            }

            fn read(&mut self, value: &$crate::parameter::fields::Value) -> bool {
                let named = value.as_str().and_then(Self::named);
                named.map(|own| *self = own).is_some()
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
pub use choices;
