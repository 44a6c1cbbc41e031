package discordtest

import (
	"net/http"
	"slices"
)

// autoArchives are the minutes after which a thread may be archived.
var autoArchives = []int{60, 1440, 4320, 10080}

// createThread opens a thread without a message. Only public ones exist here.
func createThread(r *request, c *Channel, f field) (reply, error) {
	return r.startThread(c, f, func() (Snowflake, error) {
		f.get("type").required()
		f.get("type").oneOf(channelThread)
		return r.world.snowflake(), nil
	})
}

// createMessageThread opens a thread at a message, whose id becomes its own.
func createMessageThread(r *request, c *Channel, f field) (reply, error) {
	return r.startThread(c, f, func() (Snowflake, error) {
		m := c.message(r.PathValue("message"))
		switch {
		case m == nil || m.only != nil:
			return "", errUnknownMessage()
		case r.world.channels[m.ID] != nil:
			return "", refuse(http.StatusBadRequest, codeThreadExists, "A thread has already been created for this message")
		}
		return m.ID, nil
	})
}

// startThread opens a thread in a channel as a body says; id returns which id it
// gets. Callers hold s.mu.
func (r *request) startThread(c *Channel, f field, id func() (Snowflake, error)) (reply, error) {
	switch {
	case c.kind != channelText:
		return failed(errWrongChannel())
	case !c.can(r.app.User, PermissionCreatePublicThreads):
		return failed(errMissingPermissions())
	}
	objectOf(unusedOfThreads)(f)
	f.get("name").required()
	slow := f.get("rate_limit_per_user").integerOr(0, 0, maxSlowMode)
	name, minutes := f.get("name").words(1, 100), defaultAutoArchive
	if a := f.get("auto_archive_duration"); !a.null() {
		minutes = a.oneOf(autoArchives...)
	}
	threadID, err := id()
	if formErr := f.form.err(); formErr != nil {
		return failed(formErr)
	}
	if err != nil {
		return failed(err)
	}
	t := c.openThread(name, r.app.User, threadID, minutes)
	t.slowMode = slow
	r.world.later(func() { t.announce("THREAD_CREATE") })
	return reply{http.StatusCreated, t.object(r.app.User)}, nil
}

// changeThread changes a thread, which its owner and those who manage threads
// may do.
func changeThread(r *request, c *Channel, f field) (reply, error) {
	manages := c.can(r.app.User, PermissionManageThreads)
	if !manages && (c.thread.owner != r.app.User || c.thread.locked) {
		return failed(errMissingPermissions())
	}
	objectOf(unusedOfThreads)(f)
	changed, name := c.thread.patched(f), c.Name
	if n := f.get("name"); n.there {
		n.required()
		name = n.words(1, 100)
	}
	slow := f.get("rate_limit_per_user").integerOr(c.slowMode, 0, maxSlowMode)
	switch err := f.form.err(); {
	case err != nil:
		return failed(err)
	case (changed.locked != c.thread.locked || slow != c.slowMode) && !manages:
		return failed(errMissingPermissions())
	case c.thread.archived && changed.archived:
		return failed(errArchived())
	}
	*c.thread, c.Name, c.slowMode = changed, name, slow
	r.world.later(func() { c.announce("THREAD_UPDATE") })
	return ok(c.object(r.app.User))
}

// patched returns the thread as a body changes it.
func (t thread) patched(f field) thread {
	if archived := f.get("archived"); !archived.null() {
		t.archive(archived.boolean())
	}
	if locked := f.get("locked"); !locked.null() {
		t.locked = locked.boolean()
	}
	if a := f.get("auto_archive_duration"); !a.null() {
		t.autoArchive = a.oneOf(autoArchives...)
	}
	return t
}

// listActiveThreads answers with the threads of a guild that the bot sees and
// that are not archived, the newest first.
func listActiveThreads(r *request, g *Guild) (reply, error) {
	active := threadList{Threads: []channelObject{}, Members: []threadMemberObject{}}
	for _, c := range g.channels {
		for _, t := range c.threads {
			if !t.archived() && t.reads(r.app.User) {
				active.add(t, r.app)
			}
		}
	}
	slices.SortFunc(active.Threads, func(a, b channelObject) int { return compareIDs(b.ID, a.ID) })
	return ok(active)
}
