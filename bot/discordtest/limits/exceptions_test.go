package limits_test

// outside are schemas, of all operations or of one, that only what discordtest
// does not have would read; with the reason.
var outside = map[string]string{
	"ApplicationFormPartial.interactions_endpoint_url": "an address is called before it is taken: no test of bodies may reach for the network",
}

// exceptions are constraints of the document that discordtest does not keep.
var exceptions = map[string]string{}
