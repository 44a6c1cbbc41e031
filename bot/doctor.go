package bot

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/config"
	"noughts/bot/gateway"
	"noughts/bot/ops"
	"noughts/bot/rest"
	"noughts/bot/store/database"
)

const (
	examineLimit = 8 * time.Second
	// maxClockSkew is the largest accepted difference between this machine's clock and Discord's. A
	// wrong clock makes the deadlines on members' boards wrong by the same amount.
	maxClockSkew = 5 * time.Second
	maxEmojis    = 2000
)

type examination struct {
	*Bot
	tell  database.Tell
	clock *clockProbe
	app   application
}

// Examine checks at Discord everything that could keep a bot with this configuration from working.
// It passes each result to the function `tell`, and changes nothing at Discord. `guild` is the id of
// a server whose channels are checked too, or "". `runs` says that a bot with this configuration is
// ready. Errors: those of New.
func Examine(ctx context.Context, cfg Config, guild string, runs bool, tell database.Tell) error {
	clock := &clockProbe{RoundTripper: rest.NewTransport()}
	b, err := New(cfg, Deps{Transport: clock})
	if err != nil {
		return err
	}
	defer b.rest.CloseIdleConnections()
	e := &examination{Bot: b, tell: tell, clock: clock}
	if e.login(ctx) {
		e.say("clock", e.clockSkew())
		if e.overHTTP() {
			e.say("interactions", e.endpoint(ctx))
		}
		if cfg.Tiles {
			e.say("tiles", e.tiles(ctx))
		}
		e.say("commands", e.commandsInSync(ctx, runs))
		e.say("invite", good("%s", inviteLink(e.app.ID)))
		if guild != "" {
			e.say("server "+guild, e.guild(ctx, guild))
		}
	}
	return nil
}

type verdict struct {
	detail string
	err    error
}

func good(format string, args ...any) verdict { return verdict{detail: fmt.Sprintf(format, args...)} }
func bad(format string, args ...any) verdict  { return verdict{err: fmt.Errorf(format, args...)} }

func (e *examination) say(subject string, v verdict) { e.tell(subject, v.detail, v.err) }

// ask makes a call to Discord. It returns the errors that the start of the bot would report.
func (e *examination) ask(ctx context.Context, method, endpoint string, body, answer any) error {
	limited, cancel := context.WithTimeout(ctx, examineLimit)
	defer cancel()
	if err := e.rest.CallWithRetries(limited, method, endpoint, body, answer); err != nil {
		return e.explain(ctx, "cannot reach Discord", err)
	}
	return nil
}

// login makes the calls that the bot makes first when it starts. It returns false if one fails or the token is no
// bot's.
func (e *examination) login(ctx context.Context) bool {
	var (
		limits discordgo.GatewayBotResponse
		me     struct {
			Name string `json:"username"`
			Bot  bool   `json:"bot"`
		}
		err error
	)
	if !e.overHTTP() {
		err = e.ask(ctx, http.MethodGet, discordgo.EndpointGatewayBot, nil, &limits)
	}
	if err == nil {
		err = e.ask(ctx, http.MethodGet, discordgo.EndpointApplications+"/@me", nil, &e.app)
	}
	if err == nil {
		err = e.ask(ctx, http.MethodGet, discordgo.EndpointUser("@me"), nil, &me)
	}
	if err == nil && !me.Bot {
		err = config.Errorf("DISCORD_TOKEN", "belongs to the person %s and not to a bot; set it to the token from the Bot page of your application", me.Name)
	}
	if err != nil {
		e.say("token", verdict{err: err})
		return false
	}
	e.say("token", good("belongs to the bot %s", me.Name))
	if !e.overHTTP() {
		e.say("gateway", e.gateway(ctx, limits))
	}
	return true
}

func (e *examination) gateway(ctx context.Context, limits discordgo.GatewayBotResponse) verdict {
	if e.app.Interactions != nil && *e.app.Interactions != "" {
		return bad("%s", interactionsElsewhere)
	}
	if start := limits.SessionStartLimit; start.Total > 0 && start.Remaining == 0 {
		return bad("all %d logins that Discord allows per day are used up: find out why the bot keeps restarting, and start it again in %v",
			start.Total, (time.Duration(start.ResetAfter) * time.Millisecond).Round(time.Second))
	}
	ctx, cancel := context.WithTimeout(ctx, examineLimit)
	defer cancel()
	if err := gateway.Probe(ctx, limits.URL, (&net.Dialer{}).DialContext, http.ProxyFromEnvironment); err != nil {
		return bad("cannot connect to %s: allow outgoing WebSocket connections, or set HTTPS_PROXY: %w", limits.URL, err)
	}
	return good("connected to %s; shards that Discord recommends: %d; logins left today: %d", limits.URL, limits.Shards, limits.SessionStartLimit.Remaining)
}

// endpoint makes Discord send a signed PING to the application's Interactions Endpoint URL. It does so by setting the
// URL to the value that it already has: Discord sends a PING whenever the URL is set.
func (e *examination) endpoint(ctx context.Context) verdict {
	if err := e.checkEndpoint(e.app); err != nil {
		return verdict{err: err}
	}
	if e.app.Interactions == nil || *e.app.Interactions == "" {
		return bad("%s", noEndpoint)
	}
	address := *e.app.Interactions
	body := map[string]string{"interactions_endpoint_url": address}
	err := e.ask(ctx, http.MethodPatch, discordgo.EndpointApplications+"/@me", body, nil)
	var refused *rest.Error
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusBadRequest:
		return bad("%s does not answer Discord's signed ping: start the bot, and have that address lead to HTTP_ADDR %s", address, e.cfg.HTTPAddr)
	case err != nil:
		return verdict{err: err}
	}
	return good("%s answers Discord's signed ping", address)
}

func (e *examination) tiles(ctx context.Context) verdict {
	ctx, cancel := context.WithTimeout(ctx, examineLimit)
	defer cancel()
	missing, all, err := e.emojis.Missing(ctx, e.app.ID)
	switch {
	case err != nil:
		return bad("cannot list the application's emoji: %w", err)
	case missing > maxEmojis-all:
		return bad("missing: %d, and the application has %d emoji of at most %d: delete some on the Emojis page, or set TILES=off", missing, all, maxEmojis)
	case missing > 0:
		return good("missing: %d; the bot installs them while it runs, and its log says so if Discord refuses", missing)
	}
	return good("all are installed")
}

func (e *examination) commandsInSync(ctx context.Context, runs bool) verdict {
	ctx, cancel := context.WithTimeout(ctx, 3*examineLimit) // findCopies asks about many servers
	defer cancel()
	r, err := askRegistered(ctx, e.rest, e.app.ID, e.cfg.GuildID, e.commands.Declarations())
	var copies []serverCopy
	if err == nil && e.cfg.GuildID == "" && len(r.registered) > 0 {
		copies, err = findCopies(ctx, e.rest, e.app.ID, e.commands.Declarations())
	}
	switch {
	case err != nil:
		return verdict{err: err}
	case r.twins:
		return verdict{err: errors.New(commandTwins)}
	case len(copies) > 0:
		return bad("the server %s shows them twice, as it has its own from a start with DISCORD_GUILD_ID: start the bot once without it to remove those", copies[0].guild)
	case !r.same && runs:
		return bad("those on Discord are not this version's although the bot runs: look in its log for the line \"cannot register the commands\"")
	case len(r.registered) == 0:
		return good("none registered yet; the bot registers them when it starts")
	case !r.same:
		return bad("those on Discord are from another version: start this version once to update them")
	}
	return good("all %d are registered", len(r.wanted))
}

// channelNeeds are the permissions that the bot uses in a text channel, named as in Discord's settings.
var channelNeeds = []struct {
	permission int64
	name       string
}{
	{discordgo.PermissionViewChannel, "View Channels"},
	{discordgo.PermissionSendMessages, "Send Messages"},
	{discordgo.PermissionCreatePublicThreads, "Create Public Threads"},
	{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads"},
}

func (e *examination) guild(ctx context.Context, id string) verdict {
	var channels []discordgo.Channel
	if err := e.ask(ctx, http.MethodGet, discordgo.EndpointGuildChannels(id), nil, &channels); err != nil {
		if rest.NoAccess(err) {
			return bad("the bot is not in this server: %s", howToInstall)
		}
		return verdict{err: err}
	}
	limited, cancel := context.WithTimeout(ctx, examineLimit)
	defer cancel()
	may, err := e.rest.Permissions(limited, id, e.app.ID)
	if err != nil {
		return verdict{err: e.explain(ctx, "cannot look up the bot's permissions", err)}
	}
	var lacking []string
	seen := 0
	for _, c := range channels {
		if c.Type != discordgo.ChannelTypeGuildText {
			continue
		}
		seen++
		var names []string
		for _, need := range channelNeeds {
			if may[c.ID]&need.permission == 0 && may[c.ID]&discordgo.PermissionAdministrator == 0 {
				names = append(names, need.name)
			}
		}
		if len(names) > 0 {
			lacking = append(lacking, fmt.Sprintf("in #%s %s", c.Name, strings.Join(names, ", ")))
		}
	}
	if len(lacking) > 0 {
		slices.Sort(lacking)
		return bad("the bot's role lacks %s: allow it in the channel's permissions", strings.Join(lacking, "; "))
	}
	return good("the bot has all permissions it needs in %d text channels", seen)
}

func (e *examination) clockSkew() verdict {
	const mend = "turn on time synchronization (timedatectl set-ntp true)"
	switch ahead := e.clock.ahead.Load(); {
	case ahead == nil:
		return bad("Discord's answers have no Date header, so the clock cannot be checked: look at your proxy")
	case *ahead > maxClockSkew:
		return bad("%v ahead of Discord's: %s", ahead.Round(time.Second), mend)
	case *ahead < -maxClockSkew:
		return bad("%v behind Discord's: %s", (-*ahead).Round(time.Second), mend)
	}
	return good("in sync with Discord")
}

// A clockProbe measures the difference between this machine's clock and the server's.
type clockProbe struct {
	http.RoundTripper
	ahead atomic.Pointer[time.Duration] // this machine's clock minus the server's, as of the last response; nil if unknown
}

func (c *clockProbe) RoundTrip(r *http.Request) (*http.Response, error) {
	begun := time.Now()
	response, err := c.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if date, err := http.ParseTime(response.Header.Get("Date")); err == nil {
		// The header has whole seconds, so on average its time is half a second old.
		ahead := begun.Add(time.Since(begun) / 2).Sub(date.Add(time.Second / 2))
		c.ahead.Store(&ahead)
	}
	return response, nil
}

// CloseIdleConnections closes the transport's idle connections.
func (c *clockProbe) CloseIdleConnections() {
	(&http.Client{Transport: c.RoundTripper}).CloseIdleConnections()
}

// ExamineAddresses checks that the addresses of Config.OpsAddr and Config.HTTPAddr are free, or used by a running bot.
// The function `ready` reports whether a bot runs at Config.OpsAddr, and returns an error if that bot is not ready.
// ExamineAddresses reports whether one runs and is ready.
func ExamineAddresses(ctx context.Context, cfg Config, ready func(ctx context.Context, addr string) (runs bool, err error), tell database.Tell) bool {
	runs, isReady := false, false
	for _, a := range []struct{ variable, addr string }{{"OPS_ADDR", cfg.OpsAddr}, {"HTTP_ADDR", cfg.HTTPAddr}} {
		if a.addr == "" {
			continue
		}
		l, err := ops.Listen(ctx, a.variable, a.addr)
		if err == nil {
			_ = l.Close() // it has not served any request
			tell(a.variable, a.addr+" is free", nil)
			continue
		}
		if a.variable == "OPS_ADDR" {
			var wrong error
			if runs, wrong = ready(ctx, a.addr); runs {
				err, isReady = wrong, wrong == nil
			}
		} else if runs {
			err = nil
		}
		tell(a.variable, "served by a running bot at "+a.addr, err)
	}
	return isReady
}
