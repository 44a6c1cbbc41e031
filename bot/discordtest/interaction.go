package discordtest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/object"
)

// Types of interactions.
const (
	typePing         = 1
	typeCommand      = 2
	typeComponent    = 3
	typeAutocomplete = 4
	typeModal        = 5
)

const (
	responseTime     = 3 * time.Second  // the timeout of the initial response, unless SetResponseTime changes it
	tokenLife        = 15 * time.Minute // how long the token allows edits and follow-ups
	interactionLimit = 1_000_000        // kept interactions: enough for a thousand per second during their fifteen minutes
)

// ErrFailed means that the bot did not answer within three seconds, or that its answer was refused: "This interaction
// failed". The error names the refusal.
var ErrFailed = errors.New("discordtest: this interaction failed")

// An Answer is the bot's initial response to an interaction.
type Answer struct {
	Type    int      // callback type: 4 message, 5 deferred message, 6 deferred update, 7 update, 8 choices, 9 modal
	Message *Message // the message that the response created or changed, as it was at that time; nil if there is none
	Choices []Choice // type 8
	Modal   *Modal   // type 9, for Client.Submit

	interaction *interaction
}

// An interaction is a user's action that a bot must answer. Its creator sets the first group of fields.
type interaction struct {
	kind    int // such as typeCommand
	app     *Application
	user    *User
	channel *Channel
	owners  map[string]Snowflake // the application's installations that allow the interaction: authorizing_integration_owners
	source  *sentMessage         // the message of the pressed component, also for the modal that the press opened
	trigger *interaction         // for a submitted modal: the interaction that opened it
	command *Command             // the command that is used or completed
	focused *CommandOption       // for an autocompletion: the option that is completed
	data    any                  // the data field of the payload

	id           Snowflake
	token        string
	created      time.Time
	deadline     time.Time // the deadline of the initial response
	acknowledged bool
	expired      bool          // the bot did not respond in time
	refused      error         // why an answer was refused; nil if none was
	answer       *Answer       // set before done is closed; cleared when it has been read
	done         chan struct{} // closed by the initial response
	original     *sentMessage  // the message of the initial response; requests call it @original
	followUps    int
}

// A desk delivers interactions to applications and returns their answers. The server's lock guards it.
type desk struct {
	server       *Server
	observers    []func(Delivery) // called with each interaction before it is sent
	outbox       outbox
	byID         map[Snowflake]*interaction
	byToken      map[string]*interaction
	oldest       []*interaction // all kept interactions, in the order of their opening
	responseTime time.Duration
}

// send opens an interaction, delivers it to its application, and returns the initial response, ErrFailed if that does
// not come in time, or ctx's error. It takes the lock.
func (d *desk) send(ctx context.Context, it *interaction) (*Answer, error) {
	early, _ := it.app.TakeFault(gateway.FaultFutureID)
	d.server.mu.Lock()
	d.open(it, early.Wait)
	o := it.object()
	it.data = nil // frees memory: the interaction itself is kept while its token is valid
	address := it.app.endpoint
	d.server.mu.Unlock()
	d.observe(it.app, o)
	if address == "" {
		it.app.Dispatch(o.GuildID, "INTERACTION_CREATE", o)
	} else {
		d.deliverHTTP(it, address, o)
	}

	timer := time.NewTimer(time.Until(it.deadline))
	defer timer.Stop()
	select {
	case <-it.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
	}
	d.server.mu.Lock()
	defer d.server.mu.Unlock()
	return it.result()
}

// open registers a new interaction, whose id comes from a clock that is ahead by the given time. It removes
// interactions whose tokens have expired, and the oldest ones beyond the limit.
func (d *desk) open(it *interaction, ahead time.Duration) {
	it.id, it.token = d.server.snowflake(), randomText(86)
	if ahead > 0 {
		n, _ := strconv.ParseUint(it.id, 10, 64) // cannot fail: ids are decimal numbers
		it.id = strconv.FormatUint(n+uint64(ahead.Milliseconds())<<22, 10)
	}
	it.created, it.done = time.Now(), make(chan struct{})
	it.deadline = it.created.Add(d.responseTime)
	for len(d.oldest) > 0 && (len(d.oldest) >= interactionLimit || it.created.Sub(d.oldest[0].created) >= tokenLife) {
		delete(d.byID, d.oldest[0].id)
		delete(d.byToken, d.oldest[0].token)
		d.oldest[0] = nil
		d.oldest = d.oldest[1:]
	}
	d.byID[it.id], d.byToken[it.token] = it, it
	d.oldest = append(d.oldest, it)
}

// result returns the answer, or ErrFailed if there is none; then the interaction has expired. The answer can be read
// only once.
func (it *interaction) result() (*Answer, error) {
	switch {
	case it.acknowledged:
		a := it.answer
		it.answer = nil
		return a, nil
	case it.refused != nil:
		it.expired = true
		return nil, fmt.Errorf("%w: the answer was refused: %w", ErrFailed, it.refused)
	}
	it.expired = true
	return nil, fmt.Errorf("%w: no answer within %v", ErrFailed, it.deadline.Sub(it.created))
}

func (d *desk) observe(a *Application, o interactionObject) {
	if len(d.observers) == 0 {
		return
	}
	raw := encode(o)
	for _, f := range d.observers {
		f(Delivery{Time: time.Now(), Application: a.ID, Interaction: raw})
	}
}

func (it *interaction) late() bool { return it.expired || !time.Now().Before(it.deadline) }

func (it *interaction) metadata() *InteractionMetadata {
	m := &InteractionMetadata{ID: it.id, Type: it.kind, User: it.user.object(), AuthorizingOwners: it.owners}
	switch {
	case it.trigger != nil:
		m.Triggering = it.trigger.metadata()
	case it.source != nil:
		m.InteractedMessageID = it.source.ID
	}
	return m
}

// byGuild reports whether the installation in the guild, or a direct message with the bot, authorizes the interaction.
func (it *interaction) byGuild() bool {
	_, ok := it.owners["0"]
	return ok
}

type interactionObject struct {
	ID                  Snowflake            `json:"id"`
	ApplicationID       Snowflake            `json:"application_id"`
	Type                int                  `json:"type"`
	Data                any                  `json:"data"`
	Guild               *partialGuild        `json:"guild,omitempty"`
	GuildID             Snowflake            `json:"guild_id,omitempty"`
	Channel             channelObject        `json:"channel"`
	ChannelID           Snowflake            `json:"channel_id"`
	Member              *memberObject        `json:"member,omitempty"`
	User                *UserObject          `json:"user,omitempty"`
	Token               string               `json:"token"`
	Version             int                  `json:"version"`
	Message             *object.WireMessage  `json:"message,omitempty"`
	AppPermissions      string               `json:"app_permissions"`
	Locale              string               `json:"locale"`
	GuildLocale         string               `json:"guild_locale,omitempty"`
	Entitlements        []any                `json:"entitlements"`
	AuthorizingOwners   map[string]Snowflake `json:"authorizing_integration_owners"`
	Context             int                  `json:"context"`
	AttachmentSizeLimit int                  `json:"attachment_size_limit"`
}

type partialGuild struct {
	ID       Snowflake `json:"id"`
	Locale   string    `json:"locale"`
	Features []string  `json:"features"`
}

func (it *interaction) object() interactionObject {
	o := interactionObject{
		ID: it.id, ApplicationID: it.app.ID, Type: it.kind, Data: it.data, Token: it.token, Version: 1,
		Channel: it.channel.object(it.user), ChannelID: it.channel.ID,
		AppPermissions: it.appPermissions().String(),
		Locale:         it.user.locale, Entitlements: []any{}, AuthorizingOwners: it.owners,
		Context: it.channel.context(it.app), AttachmentSizeLimit: object.MaxAttachment,
	}
	if it.source != nil {
		o.Message = it.source.OnWire()
	}
	o.Channel.Permissions = permissionsDirect.String()
	g := it.channel.Guild
	if g == nil {
		o.User = new(it.user.object())
		return o
	}
	o.Guild = &partialGuild{ID: g.ID, Locale: g.locale, Features: []string{}}
	o.GuildID, o.GuildLocale = g.ID, g.locale
	if m := g.member(it.user); m != nil {
		o.Member = new(m.object(it.channel))
		o.Channel.Permissions = o.Member.Permissions
	}
	return o
}

func (it *interaction) appPermissions() Permissions {
	const away = object.PermissionAttachFiles | object.PermissionEmbedLinks | object.PermissionMentionEveryone
	switch c := it.channel; {
	case c.Guild != nil && c.Guild.has(it.app):
		return c.permissions(it.app.User)
	case c.context(it.app) == object.ContextBotDM:
		return away | object.PermissionUseExternalEmojis
	}
	return away
}
