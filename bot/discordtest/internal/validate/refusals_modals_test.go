package validate_test

import "noughts/bot/discordtest/internal/testbot"

// radio, checks and upload each return a modal with a radio group, a checkbox group or a file upload. `fields` are that
// component's further fields, as JSON.
func radio(fields string) string { return labelling(`{"type":21,"custom_id":"c",` + fields + `}`) }

func checks(fields string) string { return labelling(`{"type":22,"custom_id":"c",` + fields + `}`) }

func upload(fields string) string { return labelling(`{"type":19,"custom_id":"c"` + fields + `}`) }

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
		{"no component", testbot.Modal(`{"type":18,"label":"l"}`), "data.components.0.component BASE_TYPE_REQUIRED", radio(`"options":` + testbot.Times(2, testbot.AnOption))},
		{"no label", testbot.Modal(`{"type":18,"component":{"type":23,"custom_id":"c"}}`), "data.components.0.label BASE_TYPE_REQUIRED", labelling(`{"type":23,"custom_id":"c"}`)},
		{"description", testbot.Modal(`{"type":18,"label":"l","description":"` + testbot.X(101) + `","component":{"type":23,"custom_id":"c"}}`), "data.components.0.description BASE_TYPE_BAD_LENGTH", testbot.Modal(`{"type":18,"label":"l","description":"` + testbot.X(100) + `","component":{"type":23,"custom_id":"c"}}`)},
		{"empty description", testbot.Modal(`{"type":18,"label":"l","description":"","component":{"type":23,"custom_id":"c"}}`), "data.components.0.description BASE_TYPE_BAD_LENGTH", testbot.Modal(`{"type":18,"label":"l","description":null,"component":{"type":23,"custom_id":"c"}}`)},
		{"button in a label", labelling(testbot.AButton), "data.components.0.component UNION_TYPE_CHOICES", labelling(`{"type":6,"custom_id":"c"}`)},
		{"radio group in a row", testbot.Modal(testbot.Row(`{"type":21,"custom_id":"c","options":` + testbot.Times(2, testbot.AnOption) + `}`)), "data.components.0.components.0 UNION_TYPE_CHOICES", radio(`"options":` + testbot.Times(2, testbot.AnOption))},
		{"checkbox by itself", testbot.Modal(`{"type":23,"custom_id":"c"}`), "data.components.0 UNION_TYPE_CHOICES", labelling(`{"type":23,"custom_id":"c"}`)},
		{"same custom ids", testbot.Modal(`{"type":18,"label":"l","component":{"type":23,"custom_id":"c"}},{"type":18,"label":"m","component":{"type":19,"custom_id":"c"}}`), "data.components.1.component.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
			testbot.Modal(`{"type":18,"label":"l","component":{"type":23,"custom_id":"c"}},{"type":18,"label":"m","component":{"type":19,"custom_id":"d"}}`)},
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
	{"file upload", []refusal{
		{"no custom id", labelling(`{"type":19}`), "data.components.0.component.custom_id BASE_TYPE_REQUIRED", upload(``)},
		{"min_values", upload(`,"min_values":11,"max_values":10`), "data.components.0.component.min_values NUMBER_TYPE_MAX", upload(`,"min_values":10,"max_values":10`)},
		{"max_values", upload(`,"max_values":11`), "data.components.0.component.max_values NUMBER_TYPE_MAX", upload(`,"max_values":10`)},
		{"no files", upload(`,"max_values":0`), "data.components.0.component.max_values NUMBER_TYPE_MIN", upload(`,"max_values":1`)},
		{"min over max", upload(`,"min_values":2`), "data.components.0.component.min_values SELECT_COMPONENT_MIN_VALUES_INVALID", upload(`,"min_values":2,"max_values":2`)},
		{"none required", upload(`,"min_values":0`), "data.components.0.component.min_values COMPONENT_REQUIRED_ZERO_MIN_VALUES", upload(`,"min_values":0,"required":false`)},
		{"file types", upload(`,"file_types":` + testbot.Times(11, `".a#"`)), "data.components.0.component.file_types BASE_TYPE_MAX_LENGTH", upload(`,"file_types":` + testbot.Times(10, `".a#"`))},
		{"file type", upload(`,"file_types":["pdf"]`), "data.components.0.component.file_types.0 BASE_TYPE_CHOICES", upload(`,"file_types":["image","video","audio",".pdf",".tar.gz"]`)},
		{"in an answer", `{"type":4,"data":` + testbot.V2(testbot.Row(`{"type":19,"custom_id":"c"}`)) + `}`, "data.components.0.components.0 UNION_TYPE_CHOICES", upload(`,"required":true`)},
	}},
	{"radio group", []refusal{
		{"one option", radio(`"options":[` + testbot.AnOption + `]`), "data.components.0.component.options BASE_TYPE_BAD_LENGTH", radio(`"options":` + testbot.Times(2, testbot.AnOption))},
		{"eleven options", radio(`"options":` + testbot.Times(11, testbot.AnOption)), "data.components.0.component.options BASE_TYPE_BAD_LENGTH", radio(`"options":` + testbot.Times(10, testbot.AnOption))},
		{"no options", labelling(`{"type":21,"custom_id":"c"}`), "data.components.0.component.options BASE_TYPE_REQUIRED", radio(`"options":` + testbot.Times(2, testbot.AnOption))},
		{"two at first", radio(`"options":` + testbot.Times(2, aDefault)), "data.components.0.component COMPONENT_VALIDATION_FAILED", radio(`"options":[` + testbot.AnOption + `,{"label":"l","value":"v","default":true}]`)},
		{"same values", radio(`"options":[{"label":"a","value":"v"},{"label":"b","value":"v"}]`), "data.components.0.component.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", radio(`"options":[{"label":"a","value":"v"},{"label":"a","value":"w"}]`)},
		{"option label", radio(`"options":[` + testbot.AnOption + `,{"label":"` + testbot.X(101) + `","value":"v"}]`), "data.components.0.component.options.1.label BASE_TYPE_BAD_LENGTH", radio(`"options":[` + testbot.AnOption + `,{"label":"` + testbot.X(100) + `","value":"v"}]`)},
		{"option value", radio(`"options":[` + testbot.AnOption + `,{"label":"l","value":"` + testbot.X(101) + `"}]`), "data.components.0.component.options.1.value BASE_TYPE_BAD_LENGTH", radio(`"options":[` + testbot.AnOption + `,{"label":"l","value":"` + testbot.X(100) + `"}]`)},
		{"option description", radio(`"options":[` + testbot.AnOption + `,{"label":"l","value":"v","description":"` + testbot.X(101) + `"}]`), "data.components.0.component.options.1.description BASE_TYPE_MAX_LENGTH", radio(`"options":[` + testbot.AnOption + `,{"label":"l","value":"v","description":"` + testbot.X(100) + `"}]`)},
	}},
	{"checkbox group", []refusal{
		{"no options", checks(`"options":[]`), "data.components.0.component.options BASE_TYPE_BAD_LENGTH", checks(`"options":[` + testbot.AnOption + `]`)},
		{"eleven options", checks(`"options":` + testbot.Times(11, testbot.AnOption)), "data.components.0.component.options BASE_TYPE_BAD_LENGTH", checks(`"options":` + testbot.Times(10, testbot.AnOption))},
		{"min_values", checks(`"min_values":11,"options":` + testbot.Times(10, testbot.AnOption)), "data.components.0.component.min_values NUMBER_TYPE_MAX", checks(`"min_values":10,"options":` + testbot.Times(10, testbot.AnOption))},
		{"max_values", checks(`"max_values":11,"options":` + testbot.Times(10, testbot.AnOption)), "data.components.0.component.max_values NUMBER_TYPE_MAX", checks(`"max_values":10,"options":` + testbot.Times(10, testbot.AnOption))},
		{"more than options", checks(`"max_values":3,"options":` + testbot.Times(2, testbot.AnOption)), "data.components.0.component.max_values SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", checks(`"max_values":2,"options":` + testbot.Times(2, testbot.AnOption))},
		{"min over max", checks(`"min_values":3,"max_values":2,"options":` + testbot.Times(3, testbot.AnOption)), "data.components.0.component.min_values SELECT_COMPONENT_MIN_VALUES_INVALID", checks(`"min_values":2,"max_values":2,"options":` + testbot.Times(3, testbot.AnOption))},
		{"none required", checks(`"min_values":0,"options":` + testbot.Times(2, testbot.AnOption)), "data.components.0.component.min_values COMPONENT_REQUIRED_ZERO_MIN_VALUES", checks(`"min_values":0,"required":false,"options":` + testbot.Times(2, testbot.AnOption))},
		{"too many at first", checks(`"max_values":1,"options":` + testbot.Times(2, aDefault)), "data.components.0.component COMPONENT_VALIDATION_FAILED", checks(`"options":` + testbot.Times(2, aDefault))},
	}},
	{"checkbox", []refusal{
		{"no custom id", labelling(`{"type":23}`), "data.components.0.component.custom_id BASE_TYPE_REQUIRED", labelling(`{"type":23,"custom_id":"c"}`)},
		{"custom id length", labelling(`{"type":23,"custom_id":"` + testbot.X(101) + `"}`), "data.components.0.component.custom_id BASE_TYPE_BAD_LENGTH", labelling(`{"type":23,"custom_id":"` + testbot.X(100) + `"}`)},
		{"default", labelling(`{"type":23,"custom_id":"c","default":"yes"}`), "data.components.0.component.default BOOLEAN_TYPE_CONVERT", labelling(`{"type":23,"custom_id":"c","default":true}`)},
	}},
}
