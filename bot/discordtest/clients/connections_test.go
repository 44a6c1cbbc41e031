package clients

// resumes cuts the bot's connection and checks that the bot resumes its session. While the bot is disconnected, it is
// added to a guild; after the resume it must count that guild, too.
func (p part) resumes() {
	resumes, identifies := p.app.Resumes(), p.app.Identifies()
	p.gate.shut()
	p.app.DropConnections()
	p.server.NewGuild("Missed").Install(p.app)
	p.gate.open()
	p.awaitsResumes(resumes + 1)
	p.shows(p.alice.Uses("/guilds"), "2 guilds")
	p.hasIdentified(identifies)
}

// reconnects sends the bot Reconnect (opcode 7) and checks that the bot resumes its session. Commands must work during
// the reconnection and afterwards.
func (p part) reconnects() {
	resumes, identifies := p.app.Resumes(), p.app.Identifies()
	p.app.SendReconnect()
	p.shows(p.alice.Uses("/ping"), "pong")
	p.awaitsResumes(resumes + 1)
	p.shows(p.alice.Uses("/ping"), "pong")
	p.hasIdentified(identifies)
}

// identifiesAnew ends the bot's session with Invalid Session (opcode 9) and checks that the bot starts a new one.
// Discord requires five seconds between two starts of a session, and some libraries wait for them. playStory calls this
// part late, so most of the five seconds since the bot's first start have already passed.
func (p part) identifiesAnew() {
	identifies := p.app.Identifies()
	p.app.InvalidateSessions(false)
	ctx, cancel := p.patience()
	defer cancel()
	if err := p.app.WaitConnected(ctx); err != nil {
		p.t.Fatalf("the bot has not come back: %v", err)
	}
	p.hasIdentified(identifies + 1)
	p.shows(p.alice.Uses("/guilds"), "2 guilds")
}

// awaitsResumes waits until the bot has resumed n times.
func (p part) awaitsResumes(n int) {
	p.t.Helper()
	ctx, cancel := p.patience()
	defer cancel()
	if err := p.app.WaitResumed(ctx, n); err != nil {
		p.t.Fatalf("the bot has resumed %d times, want %d: %v", p.app.Resumes(), n, err)
	}
}

// hasIdentified fails the test unless the bot has started exactly n sessions so far.
func (p part) hasIdentified(n int) {
	p.t.Helper()
	if got := p.app.Identifies(); got != n {
		p.t.Errorf("the bot has started %d sessions, want %d", got, n)
	}
}
