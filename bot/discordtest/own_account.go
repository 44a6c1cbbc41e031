package discordtest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// readAvatar reads a picture of a user's or webhook's and returns its hash, ""
// when there is none. The picture itself is not kept.
func readAvatar(f field) string {
	if f.null() {
		return ""
	}
	picture := readPicture(f)
	if f.form.failed {
		return ""
	}
	sum := sha256.Sum256(picture.data)
	return hex.EncodeToString(sum[:16])
}

// patchCurrentUser changes how the bot's user is called and looks.
func patchCurrentUser(r *request) (reply, error) {
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	f.object()
	w, u := r.world, r.app.User
	w.Lock()
	name, avatar := u.Name, u.avatar
	if n := f.get("username"); n.there {
		n.required()
		name = n.words(2, 32)
	}
	if a := f.get("avatar"); a.there {
		avatar = readAvatar(a)
	}
	if b := f.get("banner"); b.there {
		readAvatar(b) // which is shown nowhere
	}
	if err = f.form.err(); err == nil {
		u.Name, u.avatar = name, avatar
	}
	w.Unlock()
	if err != nil {
		return failed(err)
	}
	self := w.currentUser(r.app)
	w.events.dispatch(r.app, "", "USER_UPDATE", self)
	return ok(self)
}

// getOwnApplication answers about the application of the path, which must be the
// bot's own.
func getOwnApplication(r *request, _ Snowflake) (reply, error) { return ok(r.app.object()) }

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
	description := f.get("description").text(0, 400)
	f.get("tags").distinct()
	for _, t := range f.get("tags").list(0, 5) {
		tags = append(tags, t.text(1, 20))
	}
	objectOf(unusedOfApplications)(f)
	flags := f.get("flags").integer(0, 1<<31-1)
	address := f.get("interactions_endpoint_url").text(0, 2048)
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	if e := f.get("interactions_endpoint_url"); e.there {
		if err := r.api.desk.SetInteractionsURL(r.app, address); errors.Is(err, ErrEndpoint) {
			e.fail("APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", "The specified interactions endpoint url could not be verified.")
			return failed(f.form.err())
		}
	}
	r.world.Lock()
	defer r.world.Unlock()
	if f.get("description").there {
		r.app.description = description
	}
	if f.get("tags").there {
		r.app.tags = tags
	}
	if !f.get("flags").null() {
		r.app.allowed = intentsOfFlags(flags)
	}
	return ok(r.app.object())
}
