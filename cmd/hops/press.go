package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"noughts/bot/discordtest"
)

// play starts the bot and begins the games. It makes a move in n of the games and then stops the bot.
func play(ctx context.Context, bot, folder, counters string, n int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	discord := discordtest.NewServer()
	if err := discord.Start(); err != nil {
		return err
	}
	defer discord.Close()
	app, guild, alice := discord.NewApplication("Noughts"), discord.NewGuild("House"), discord.NewUser("alice")
	guild.Add(alice)
	guild.Install(app)
	c := exec.CommandContext(ctx, bot)
	c.Dir, c.Stderr = folder, os.Stderr
	c.Env = append(os.Environ(), "DISCORD_TOKEN="+app.Token, "DISCORD_API_URL="+discord.URL(), "DATABASE_URL=sqlite:games.db",
		"OPS_ADDR=off", "LOG_LEVEL=warn", "GOCOVERDIR="+counters)
	if err := c.Start(); err != nil {
		return err
	}
	pressed := press(ctx, app, guild, alice, n)
	_ = c.Process.Signal(syscall.SIGTERM) // if the bot has already ended, Wait below returns the bot's error
	if err := c.Wait(); err != nil {
		return fmt.Errorf("the bot: %w", err)
	}
	return pressed
}

// press begins a game in each of several new channels and makes the first move in n of the games. The constant presses
// is the number of games.
func press(ctx context.Context, app *discordtest.Application, guild *discordtest.Guild, alice *discordtest.User, n int) error {
	for app.Sessions() == 0 || len(app.Commands("")) == 0 {
		time.Sleep(10 * time.Millisecond)
		if ctx.Err() != nil {
			return fmt.Errorf("the bot did not connect: %w", ctx.Err())
		}
	}
	for i := range presses {
		client := alice.In(guild.NewChannel("games" + strconv.Itoa(i)))
		answer, err := client.Use(ctx, "classic", nil)
		if err != nil {
			return err
		}
		if i >= n {
			continue
		}
		if _, err := client.Press(ctx, answer.Message.ID, square(answer.Message.Components, "/b2")); err != nil {
			return err
		}
	}
	return nil
}

// square returns the custom id of the first button whose custom id ends with ending, or "".
func square(components []discordtest.Component, ending string) string {
	for _, c := range components {
		if strings.HasSuffix(c.CustomID, ending) {
			return c.CustomID
		}
		if id := square(c.Components, ending); id != "" {
			return id
		}
	}
	return ""
}
