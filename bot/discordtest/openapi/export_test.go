package openapi

// Official is discord, for the tests that use the package from outside.
var Official = discord
