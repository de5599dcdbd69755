//! What the words look like in JSON, for the OpenAPI document.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use shakmaty::Square;

use super::{Command, Order, Squares, Text, square::short_name};

impl<T> JsonSchema for Text<T> {
    fn schema_name() -> Cow<'static, str> {
        match short_name::<T>() {
            "Color" => "Side".into(),
            name => name.into(),
        }
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        match short_name::<T>() {
            "Square" => json_schema!({ "type": "string", "pattern": "^[a-h][1-8]$" }),
            "Color" => json_schema!({ "type": "string", "enum": ["white", "black"] }),
            "UciMove" => json_schema!({
                "type": "string",
                "description": "A move like `e2e4` or `e7e8q`.",
            }),
            _ => json_schema!({ "type": "string" }),
        }
    }
}

impl JsonSchema for Squares {
    fn schema_name() -> Cow<'static, str> {
        "Squares".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "items": generator.subschema_for::<Text<Square>>(),
            "description": "Squares from a1 to h8.",
        })
    }
}

impl JsonSchema for Command {
    fn schema_name() -> Cow<'static, str> {
        "Command".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An order of the arbiter, with who gave it and what he had before his eyes.",
            "allOf": [
                generator.subschema_for::<Order>(),
                {
                    "type": "object",
                    "properties": {
                        "id": {
                            "type": "string",
                            "description": "Names the order in its answer; the same id is carried out once.",
                        },
                        "by": {
                            "type": "string",
                            "description": "Who gave it, or the side where the order itself says so.",
                        },
                        "who": {
                            "type": "string",
                            "description": "Who gave it, where `by` is a side.",
                        },
                        "seen": {
                            "type": "integer",
                            "description": "The alert revision or event number it was decided on.",
                        },
                    },
                },
            ],
        })
    }
}
