package main

import (
	"fmt"
	"slices"
	"strings"

	"noughts/cmd/playground/web"
	"noughts/commands/texts"
)

// catalogue returns the bot's texts for the playground, which also offers the pseudo-locale as a language.
func catalogue() *texts.Catalogue { return texts.WithPseudo(texts.Load()) }

func locales(c *texts.Catalogue) []web.Locale {
	var all []web.Locale
	for _, l := range c.Languages() {
		all = append(all, web.Locale{Code: l.Code(), Name: l.Name()})
	}
	return all
}

func checkLanguage(code string) error {
	if code == "" {
		return nil
	}
	var codes []string
	for _, l := range locales(catalogue()) {
		codes = append(codes, l.Code)
	}
	if !slices.Contains(codes, code) {
		return fmt.Errorf("-language is %.20q, want one of %s", code, strings.Join(codes, ", "))
	}
	return nil
}
