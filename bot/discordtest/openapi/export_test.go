package openapi

// Official exports discord, which loads Discord's OpenAPI document, to tests outside the package.
var Official = discord
