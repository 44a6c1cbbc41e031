package driver

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// An optionBuilder turns values into an interaction's options. It is as strict as Discord's client:
// a value that the client would not send gives ErrBadValue.
type optionBuilder struct {
	client  *Client
	values  map[string]any
	focus   string                  // the option being autocompleted, "" for none
	focused *object.CommandOption   // set by build
	named   interaction.Resolvables // set by build: the users, roles, channels and files in the values
}

// build returns the options that have a value, in the command's order.
func (b *optionBuilder) build(options []object.CommandOption) ([]interaction.OptionData, error) {
	if err := b.checkNames(options); err != nil {
		return nil, err
	}
	var out []interaction.OptionData
	for _, o := range options {
		v, given := b.values[o.Name]
		switch {
		case given && o.Name == b.focus:
			out = append(out, interaction.OptionData{Name: o.Name, Type: o.Type, Value: v, Focused: true})
		case given:
			value, err := b.value(o, v)
			if err != nil {
				return nil, fmt.Errorf("option %q: %w", o.Name, err)
			}
			out = append(out, interaction.OptionData{Name: o.Name, Type: o.Type, Value: value})
		case o.Required && b.focus == "":
			return nil, fmt.Errorf("option %q: %w: it is required", o.Name, ErrBadValue)
		}
	}
	return out, nil
}

// checkNames returns an error if a value is for an option that does not exist, or if the focused
// option has no autocompletion. It sets b.focused.
func (b *optionBuilder) checkNames(options []object.CommandOption) error {
	for name := range b.values {
		i := slices.IndexFunc(options, func(o object.CommandOption) bool { return o.Name == name })
		if i < 0 {
			return fmt.Errorf("%w: no option %q", ErrNotThere, name)
		}
		if name == b.focus {
			if !options[i].Autocomplete {
				return fmt.Errorf("%w: option %q has no autocompletion", ErrNotThere, name)
			}
			b.focused = &options[i]
		}
	}
	return nil
}

// value converts the value of an option to its form in the interaction.
func (b *optionBuilder) value(o object.CommandOption, v any) (any, error) {
	switch o.Type {
	case object.OptionString:
		return stringValue(o, v)
	case object.OptionInteger:
		return integerValue(o, v)
	case object.OptionNumber:
		return numberValue(o, v)
	case object.OptionBoolean:
		if yes, ok := v.(bool); ok {
			return yes, nil
		}
	case object.OptionUser, object.OptionRole, object.OptionMentionable, object.OptionChannel, object.OptionAttachment:
		if id := b.thing(o, v); id != "" {
			return id, nil
		}
	}
	return nil, fmt.Errorf("%w: %v (%T) for an option of type %d", ErrBadValue, v, v, o.Type)
}

// thing returns the id of the user, role, channel or file in a value and adds the object to
// b.named. It returns "" if the option does not accept the value.
func (b *optionBuilder) thing(o object.CommandOption, v any) object.Snowflake {
	switch x := v.(type) {
	case *world.User:
		if x != nil && x.World == b.client.world() && takes(o, object.OptionUser, object.OptionMentionable) {
			b.named.Users = append(b.named.Users, x)
			return x.ID
		}
	case *world.Role:
		if x != nil && x.Guild == b.client.channel.Guild && takes(o, object.OptionRole, object.OptionMentionable) {
			b.named.Roles = append(b.named.Roles, x)
			return x.ID
		}
	case *world.Channel:
		if takes(o, object.OptionChannel) && b.client.offersChannel(x, o.ChannelTypes) {
			b.named.Channels = append(b.named.Channels, x)
			return x.ID
		}
	}
	return ""
}

// maxString is the maximum length of a string option, in characters.
const maxString = 6000

// takes reports whether an option has one of the given types.
func takes(o object.CommandOption, types ...int) bool { return slices.Contains(types, o.Type) }

// offersChannel reports whether the user can choose channel `x` as an option's value. `types` are the channel types
// that the option accepts; an empty list accepts all.
func (c *Client) offersChannel(x *world.Channel, types []int) bool {
	wanted := x != nil && (len(types) == 0 || slices.Contains(types, x.Kind))
	return wanted && x.Guild != nil && x.Guild == c.channel.Guild && x.Reads(c.user)
}

func stringValue(o object.CommandOption, v any) (any, error) {
	s, ok := v.(string)
	n := utf8.RuneCountInString(s)
	if !ok || n == 0 {
		return nil, fmt.Errorf("%w: %v is not a text", ErrBadValue, v)
	}
	lo, hi := 1, maxString
	if o.MinLength != nil {
		lo = *o.MinLength
	}
	if o.MaxLength != nil {
		hi = min(hi, *o.MaxLength)
	}
	if n < lo || n > hi {
		return nil, fmt.Errorf("%w: it takes %s, not %d", ErrBadValue, span(lo, hi, "characters"), n)
	}
	return s, chosen(o, s)
}

func integerValue(o object.CommandOption, v any) (any, error) {
	var n int64
	switch x := v.(type) {
	case int:
		n = int64(x)
	case int64:
		n = x
	default:
		return nil, fmt.Errorf("%w: %v is not a whole number", ErrBadValue, v)
	}
	if n < -validate.MaxSafeInteger || n > validate.MaxSafeInteger {
		return nil, fmt.Errorf("%w: %d is too large", ErrBadValue, n)
	}
	return n, inRange(o, float64(n))
}

func numberValue(o object.CommandOption, v any) (any, error) {
	x, ok := v.(float64)
	if n, isInt := v.(int); isInt {
		x, ok = float64(n), true
	}
	if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, fmt.Errorf("%w: %v is not a number", ErrBadValue, v)
	}
	return x, inRange(o, x)
}

// span formats a range of numbers: "exactly 2 choices" or "1 to 2 choices".
func span(lo, hi int, what string) string {
	if lo == hi {
		return fmt.Sprintf("exactly %d %s", lo, what)
	}
	return fmt.Sprintf("%d to %d %s", lo, hi, what)
}

// inRange checks a number against an option's range and choices.
func inRange(o object.CommandOption, x float64) error {
	switch {
	case o.MinValue != nil && x < *o.MinValue:
		return fmt.Errorf("%w: it takes numbers from %v on, not %v", ErrBadValue, *o.MinValue, x)
	case o.MaxValue != nil && x > *o.MaxValue:
		return fmt.Errorf("%w: it takes numbers up to %v, not %v", ErrBadValue, *o.MaxValue, x)
	}
	return chosen(o, x)
}

// chosen returns an error if the option has choices and the value is not among them.
func chosen(o object.CommandOption, v any) error {
	if len(o.Choices) == 0 {
		return nil
	}
	for _, c := range o.Choices {
		if sameValue(c.Value, v) {
			return nil
		}
	}
	return fmt.Errorf("%w: %v is not among the choices", ErrBadValue, v)
}

// sameValue reports whether a choice's value equals v, which is a string or a float64.
func sameValue(choice, v any) bool {
	if n, ok := choice.(int64); ok {
		return float64(n) == v
	}
	return choice == v
}
