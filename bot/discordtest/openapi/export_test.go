package openapi

import "strings"

// Official exports discord, which loads Discord's OpenAPI document, to tests outside the package.
var Official = discord

// Operations returns the operations of the OpenAPI document, such as "GET /channels/{channel_id}".
func (d *Document) Operations() []string {
	var all []string
	for _, o := range d.operations {
		all = append(all, o.method+" /"+strings.Join(o.path, "/"))
	}
	return all
}
