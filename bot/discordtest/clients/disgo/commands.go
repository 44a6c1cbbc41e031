package main

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/disgoorg/disgo/discord"
	"github.com/disgoorg/disgo/handler"
	"github.com/disgoorg/disgo/rest"
)

// text returns a message that has only a text.
func text(s string) discord.MessageCreate { return discord.MessageCreate{Content: s} }

// update returns an edit that changes only the text.
func update(s string) discord.MessageUpdate { return discord.MessageUpdate{Content: &s} }

func ping(_ discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	return e.CreateMessage(text("pong"))
}

func guilds(_ discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	return e.CreateMessage(text(fmt.Sprintf("%d guilds", e.Client().Caches().GuildsLen())))
}

func pick(data discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	return e.CreateMessage(text("You picked " + data.String("fruit")))
}

func fruits(e *handler.AutocompleteEvent) error {
	choices := []discord.AutocompleteChoice{}
	for _, name := range []string{"apple", "apricot", "plum"} {
		if strings.HasPrefix(name, e.Data.String("fruit")) {
			choices = append(choices, discord.AutocompleteChoiceString{Name: name, Value: name})
		}
	}
	return e.AutocompleteResult(choices)
}

func bans(_ discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	_, err := e.Client().Rest().GetBans(*e.GuildID(), 0, 0, 0)
	return e.CreateMessage(text(fmt.Sprint(err)))
}

func greet(data discord.UserCommandInteractionData, e *handler.CommandEvent) error {
	return e.CreateMessage(text("Hello, " + data.TargetUser().EffectiveName()))
}

func slow(data discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	if err := e.DeferCreateMessage(data.Bool("private")); err != nil {
		return err
	}
	_, err := e.UpdateInteractionResponse(update("Done"))
	return err
}

func follow(_ discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	if err := e.CreateMessage(text("First")); err != nil {
		return err
	}
	second, err := e.CreateFollowupMessage(text("Second"))
	if err != nil {
		return err
	}
	private := text("Third")
	private.Flags = discord.MessageFlagEphemeral
	if _, err := e.CreateFollowupMessage(private); err != nil {
		return err
	}
	if _, err := e.UpdateFollowupMessage(second.ID, update("Second, edited")); err != nil {
		return err
	}
	return e.DeleteInteractionResponse()
}

func say(data discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	if err := e.DeferCreateMessage(true); err != nil {
		return err
	}
	times := data.Int("times")
	for i := range times {
		if err := send(e, text(strconv.Itoa(i+1))); err != nil {
			return err
		}
	}
	_, err := e.UpdateInteractionResponse(update(fmt.Sprintf("Said %d", times)))
	return err
}

// send sends a message to the channel. disgo retries at once after a 429 for all routes, and gives up after ten tries.
// send then waits as long as Retry-After says and tries again.
func send(e *handler.CommandEvent, m discord.MessageCreate) error {
	for {
		_, err := e.Client().Rest().CreateMessage(e.Channel().ID(), m)
		var refused rest.Error
		if !errors.As(err, &refused) || refused.Response.StatusCode != http.StatusTooManyRequests {
			return err
		}
		seconds, err := strconv.Atoi(refused.Response.Header.Get("Retry-After"))
		if err != nil {
			return refused
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
}

// form returns a modal with text inputs. Only the first input is required.
func form(customID string, inputs ...string) discord.ModalCreate {
	b := discord.NewModalCreateBuilder().SetCustomID(customID).SetTitle("About you")
	for i, name := range inputs {
		b.AddActionRow(discord.NewShortTextInput(name, name).WithRequired(i == 0))
	}
	return b.Build()
}

func openForm(_ discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	return e.Modal(form("/form", "name", "hobby"))
}

func formSubmitted(e *handler.ModalEvent) error {
	hobby := e.Data.Text("hobby")
	if hobby == "" {
		hobby = "nothing"
	}
	return e.CreateMessage(text(e.Data.Text("name") + " likes " + hobby))
}

// menuRows returns the buttons and the menu of /menu. `counted` is the number of presses of Count so far.
func menuRows(counted int) []discord.ContainerComponent {
	return []discord.ContainerComponent{
		discord.NewActionRow(
			discord.NewPrimaryButton("Count", fmt.Sprintf("/count/%d", counted+1)),
			discord.NewSecondaryButton("Later", "/later"),
			discord.NewSuccessButton("Form", "/menu-form").WithEmoji(discord.ComponentEmoji{Name: "📝"}),
		),
		discord.NewActionRow(discord.NewStringSelectMenu("/colour", "A colour",
			discord.NewStringSelectMenuOption("Red", "red"),
			discord.NewStringSelectMenuOption("Green", "green"),
			discord.NewStringSelectMenuOption("Blue", "blue"),
		)),
	}
}

func menu(_ discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	m := text("Nothing yet")
	m.Components = menuRows(0)
	return e.CreateMessage(m)
}

func count(_ discord.ButtonInteractionData, e *handler.ComponentEvent) error {
	n, err := strconv.Atoi(e.Vars["n"])
	if err != nil {
		return err
	}
	rows := menuRows(n)
	edit := update(fmt.Sprintf("Counted %d", n))
	edit.Components = &rows
	return e.UpdateMessage(edit)
}

func openMenuForm(_ discord.ButtonInteractionData, e *handler.ComponentEvent) error {
	return e.Modal(form("/menu-form", "name"))
}

func menuFormSubmitted(e *handler.ModalEvent) error {
	return e.UpdateMessage(update("Form by " + e.Data.Text("name")))
}

func later(_ discord.ButtonInteractionData, e *handler.ComponentEvent) error {
	if err := e.DeferUpdateMessage(); err != nil {
		return err
	}
	_, err := e.UpdateInteractionResponse(update("Later"))
	return err
}

func colour(data discord.SelectMenuInteractionData, e *handler.ComponentEvent) error {
	menu, ok := data.(discord.StringSelectMenuInteractionData)
	if !ok {
		return fmt.Errorf("not a menu of texts: %T", data)
	}
	return e.UpdateMessage(update("Chose " + strings.Join(menu.Values, ", ")))
}
