package main

import "fmt"

// invitation is what a bot needs to join the Discord, one variable a line. The
// token opens nothing but this Discord.
func (t *town) invitation() string {
	guild := t.guilds[0]
	return fmt.Sprintf("DISCORD_API_URL=%s\nDISCORD_TOKEN=%s\nAPPLICATION_ID=%s\nGUILD_ID=%s\nCHANNEL_ID=%s\n",
		t.discord.URL(), t.app.Token, t.app.ID, guild.ID, guild.Channels()[0].ID)
}
