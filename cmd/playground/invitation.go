package main

import (
	"fmt"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

// invitation is what a bot needs to join the Discord, one variable a line. The
// token opens nothing but this Discord.
func invitation(discord *discordtest.Server, app *discordtest.Application, world *web.World) string {
	return fmt.Sprintf("DISCORD_API_URL=%s\nDISCORD_TOKEN=%s\nAPPLICATION_ID=%s\nGUILD_ID=%s\nCHANNEL_ID=%s\n",
		discord.URL(), app.Token, app.ID, world.GuildID, world.Channels[0].ID)
}
