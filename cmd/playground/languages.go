package main

import (
	"fmt"
	"slices"
	"strings"

	"noughts/cmd/playground/web"
	"noughts/commands/texts"
	"noughts/commands/texts/pseudo"
)

// catalogue returns what our own bot says in the playground: the pseudo-locale is one of its
// languages here.
func catalogue() *texts.Catalogue { return pseudo.Add(texts.Load()) }

// locales returns the languages that people and guilds can have: those of our own bot.
func locales(c *texts.Catalogue) []web.Locale {
	var all []web.Locale
	for _, l := range c.Languages() {
		all = append(all, web.Locale{Code: l.Code(), Name: l.Name()})
	}
	return all
}

// checkLanguage returns what is wrong with the code of everybody's language.
func checkLanguage(code string) error {
	if code == "" {
		return nil
	}
	var codes []string
	for _, l := range catalogue().Languages() {
		codes = append(codes, l.Code())
	}
	if !slices.Contains(codes, code) {
		return fmt.Errorf("-language is %.20q, want one of %s", code, strings.Join(codes, ", "))
	}
	return nil
}
