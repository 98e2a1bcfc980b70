//! A small validator of JSON schemas (draft 7): the keywords that the schema of SARIF uses. A
//! keyword that it does not know is a panic, so that nothing is passed over in silence.

use serde_json::Value;

/// Returns every violation, each with its path in the value.
pub(crate) fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut violations = Vec::new();
    check(schema, schema, value, "$", &mut violations);
    violations
}

fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("unknown type {other}"),
    }
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, violations: &mut Vec<String>) {
    let Some(rules) = schema.as_object() else {
        assert_eq!(schema, &Value::Bool(true), "a schema is an object");
        return;
    };

    for (keyword, rule) in rules {
        let holds = match keyword.as_str() {
            // A format is an annotation in draft 7; the shape of our URIs is held by a test.
            "$schema" | "$id" | "title" | "description" | "default" | "definitions" | "format" => {
                true
            }
            "$ref" => {
                let pointer = rule.as_str().and_then(|text| text.strip_prefix('#'));
                let target = pointer.and_then(|pointer| root.pointer(pointer));
                check(root, target.expect("references lead somewhere"), value, at, violations);
                true
            }
            "type" => match rule {
                Value::String(name) => is_type(value, name),
                Value::Array(names) => {
                    names.iter().filter_map(Value::as_str).any(|name| is_type(value, name))
                }
                _ => panic!("a type is a name or several"),
            },
            "enum" => rule.as_array().is_some_and(|values| values.contains(value)),
            "required" => value.as_object().is_none_or(|object| {
                rule.as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .all(|name| object.contains_key(name))
            }),
            "properties" => {
                for (name, part) in value.as_object().into_iter().flatten() {
                    if let Some(rule) = rule.get(name) {
                        check(root, rule, part, &format!("{at}.{name}"), violations);
                    }
                }
                true
            }
            "additionalProperties" => {
                let properties = rules.get("properties").and_then(Value::as_object);
                for (name, part) in value.as_object().into_iter().flatten() {
                    if properties.is_none_or(|properties| !properties.contains_key(name)) {
                        if rule == &Value::Bool(false) {
                            violations.push(format!("{at} must not have `{name}`"));
                        } else {
                            check(root, rule, part, &format!("{at}.{name}"), violations);
                        }
                    }
                }
                true
            }
            "items" => {
                for (number, part) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, rule, part, &format!("{at}[{number}]"), violations);
                }
                true
            }
            "minItems" => value
                .as_array()
                .is_none_or(|list| list.len() as u64 >= rule.as_u64().expect("a number")),
            "uniqueItems" => value.as_array().is_none_or(|list| {
                rule != &Value::Bool(true)
                    || list.iter().enumerate().all(|(at, entry)| !list[..at].contains(entry))
            }),
            "minimum" => value.as_f64().is_none_or(|number| Some(number) >= rule.as_f64()),
            "maximum" => value.as_f64().is_none_or(|number| Some(number) <= rule.as_f64()),
            // The patterns of SARIF are of properties that we do not write.
            "pattern" => !value.is_string(),
            "anyOf" | "oneOf" => {
                let fits = rule.as_array().into_iter().flatten().filter(|branch| {
                    let mut faults = Vec::new();
                    check(root, branch, value, at, &mut faults);
                    faults.is_empty()
                });
                let count = fits.count();
                if keyword == "oneOf" { count == 1 } else { count >= 1 }
            }
            other => panic!("unknown keyword {other}"),
        };

        if !holds {
            violations.push(format!("{at} breaks `{keyword}`: {rule}"));
        }
    }
}
