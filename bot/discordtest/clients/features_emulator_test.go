package clients

import "noughts/bot/discordtest"

// files checks that the bot can download files from the addresses that its library received.
func (p part) files() {
	p.does("download", "hello_world.webp, hello (world), 1x1, as sent; 1x1, 200")
}

func (p part) privateThreads() {
	p.does("privateThread", "GuildPrivateThread, with the user, true, archived: for us")
	if n := len(p.bobUser.In(p.threadNamed("for us")).Messages()); n != 0 {
		p.t.Errorf("bob is not in the thread and sees %d messages", n)
	}
}

// threadNamed returns the thread with this name in the scene's channel.
func (p part) threadNamed(name string) *discordtest.Channel {
	p.t.Helper()
	for _, thread := range p.channel.Threads() {
		if thread.Name() == name {
			return thread
		}
	}
	p.t.Fatalf("there is no thread %q", name)
	return nil
}
