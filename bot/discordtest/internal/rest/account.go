package rest

import (
	"errors"

	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// patchCurrentUser changes how the bot's user is called and looks.
func patchCurrentUser(r *request) (reply, error) {
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	f.Object()
	w, u := r.world, r.app.User
	w.Lock()
	name, avatar := u.Name, u.Avatar
	if n := f.Get("username"); n.There {
		n.Required()
		name = n.Words(2, 32)
	}
	if a := f.Get("avatar"); a.There {
		avatar = validate.ReadAvatar(a)
	}
	if b := f.Get("banner"); b.There {
		validate.ReadAvatar(b) // which is shown nowhere
	}
	if err = f.Form.Err(); err == nil {
		u.Name, u.Avatar = name, avatar
	}
	w.Unlock()
	if err != nil {
		return failed(err)
	}
	self := w.CurrentUser(r.app)
	w.Events.Dispatch(r.app, "", "USER_UPDATE", self)
	return ok(self)
}

// getOwnApplication answers about the application of the path, which must be the
// bot's own.
func getOwnApplication(r *request, _ object.Snowflake) (reply, error) { return ok(r.app.Object()) }

// patchOwnApplication changes the application of the path, which must be the
// bot's own.
func patchOwnApplication(r *request) (reply, error) {
	r.world.Lock()
	_, err := r.scope()
	r.world.Unlock()
	if err != nil {
		return failed(err)
	}
	return patchApplication(r)
}

// patchApplication changes the application's description, tags, privileged
// intents and interactions endpoint, as the developer portal does; other fields
// are not kept here.
func patchApplication(r *request) (reply, error) {
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	var tags []string
	description := f.Get("description").Text(0, 400)
	validate.CheckDistinct(f.Get("tags"))
	for _, t := range f.Get("tags").List(0, 5) {
		tags = append(tags, t.Text(1, 20))
	}
	validate.UnusedOfApplications(f)
	flags := f.Get("flags").Integer(0, 1<<31-1)
	address := f.Get("interactions_endpoint_url").Text(0, 2048)
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	if e := f.Get("interactions_endpoint_url"); e.There {
		if err := r.api.desk.SetInteractionsURL(r.app, address); errors.Is(err, interaction.ErrEndpoint) {
			e.Fail("APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", "The specified interactions endpoint url could not be verified.")
			return failed(f.Form.Err())
		}
	}
	r.world.Lock()
	defer r.world.Unlock()
	if f.Get("description").There {
		r.app.Description = description
	}
	if f.Get("tags").There {
		r.app.Tags = tags
	}
	if !f.Get("flags").Null() {
		r.app.Allowed = world.IntentsOfFlags(flags)
	}
	return ok(r.app.Object())
}
