package validate_test

import "noughts/bot/discordtest/internal/testbot"

func labelling(component string) string {
	return testbot.Modal(`{"type":18,"label":"l","component":` + component + `}`)
}

// picking returns a modal with one string select. `fields` are the select's further fields, as JSON.
func picking(fields string) string {
	return labelling(`{"type":3,"custom_id":"c","options":` + testbot.Times(3, testbot.AnOption) + fields + `}`)
}

const aDefault = `{"label":"o#","value":"o#","default":true}`

// modalRefusals test the rules for the components of modals.
var modalRefusals = []rowRefusals{
	{"modal label", []refusal{
		{"no component", testbot.Modal(`{"type":18,"label":"l"}`), "data.components.0.component BASE_TYPE_REQUIRED", picking(``)},
		{"no label", testbot.Modal(`{"type":18,"component":{"type":6,"custom_id":"c"}}`), "data.components.0.label BASE_TYPE_REQUIRED", labelling(`{"type":6,"custom_id":"c"}`)},
		{"description", testbot.Modal(`{"type":18,"label":"l","description":"` + testbot.X(101) + `","component":{"type":6,"custom_id":"c"}}`), "data.components.0.description BASE_TYPE_BAD_LENGTH", testbot.Modal(`{"type":18,"label":"l","description":"` + testbot.X(100) + `","component":{"type":6,"custom_id":"c"}}`)},
		{"empty description", testbot.Modal(`{"type":18,"label":"l","description":"","component":{"type":6,"custom_id":"c"}}`), "data.components.0.description BASE_TYPE_BAD_LENGTH", testbot.Modal(`{"type":18,"label":"l","description":null,"component":{"type":6,"custom_id":"c"}}`)},
		{"button in a label", labelling(testbot.AButton), "data.components.0.component UNION_TYPE_CHOICES", labelling(`{"type":6,"custom_id":"c"}`)},
		{"same custom ids", testbot.Modal(`{"type":18,"label":"l","component":{"type":6,"custom_id":"c"}},{"type":18,"label":"m","component":{"type":5,"custom_id":"c"}}`), "data.components.1.component.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
			testbot.Modal(`{"type":18,"label":"l","component":{"type":6,"custom_id":"c"}},{"type":18,"label":"m","component":{"type":5,"custom_id":"d"}}`)},
	}},
	{"modal text input", []refusal{
		{"no label in a row", testbot.Modal(testbot.Row(`{"type":4,"custom_id":"c","style":1}`)), "data.components.0.components.0.label BASE_TYPE_REQUIRED", testbot.Modal(testbot.Row(`{"type":4,"custom_id":"c","style":1,"label":"l"}`))},
		{"empty label", input(`,"label":""`), "data.components.0.component.label BASE_TYPE_BAD_LENGTH", input(`,"label":null`)},
		{"a label of its own", input(`,"label":"x"`), "data.components.0.component.label COMPONENT_VALIDATION_FAILED", input(``)},
		{"min over max", input(`,"min_length":5,"max_length":4`), "data.components.0.component COMPONENT_VALIDATION_FAILED", input(`,"min_length":4,"max_length":4`)},
		{"value over max", input(`,"max_length":4,"value":"` + testbot.X(5) + `"`), "data.components.0.component COMPONENT_VALIDATION_FAILED", input(`,"max_length":4,"value":"` + testbot.X(4) + `"`)},
		{"lines in a short one", input(`,"value":"a\nb"`), "data.components.0.component COMPONENT_VALIDATION_FAILED", labelling(`{"type":4,"custom_id":"c","style":2,"value":"a\nb"}`)},
		{"min_length", input(`,"min_length":4001`), "data.components.0.component.min_length NUMBER_TYPE_MAX", input(`,"min_length":4000`)},
		{"max_length", input(`,"max_length":0`), "data.components.0.component.max_length NUMBER_TYPE_MIN", input(`,"max_length":1`)},
	}},
	{"modal select", []refusal{
		{"disabled", picking(`,"disabled":true`), "data.components.0.component.disabled MODAL_COMPONENT_DISABLED", picking(`,"disabled":false`)},
		{"none required", picking(`,"min_values":0,"required":true`), "data.components.0.component.min_values COMPONENT_REQUIRED_ZERO_MIN_VALUES", picking(`,"min_values":0,"required":false`)},
		{"none, and required by default", labelling(`{"type":5,"custom_id":"c","min_values":0}`), "data.components.0.component.min_values COMPONENT_REQUIRED_ZERO_MIN_VALUES", labelling(`{"type":5,"custom_id":"c","min_values":1}`)},
		{"required", picking(`,"required":"yes"`), "data.components.0.component.required BOOLEAN_TYPE_CONVERT", picking(`,"required":null`)},
		{"too many at first", labelling(`{"type":3,"custom_id":"c","options":` + testbot.Times(2, aDefault) + `}`), "data.components.0.component COMPONENT_VALIDATION_FAILED", labelling(`{"type":3,"custom_id":"c","max_values":2,"options":` + testbot.Times(2, aDefault) + `}`)},
	}},
}
