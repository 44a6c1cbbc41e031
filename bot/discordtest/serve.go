package discordtest

// A serving answers a request.
type serving func(*request) (reply, error)

// about answers a request about something that its path names: find looks that
// up and serve answers, both with s.mu held.
func about[T any](find func(*request) (T, error), serve func(*request, T) (reply, error)) serving {
	return func(r *request) (reply, error) {
		r.world.Lock()
		defer r.world.Unlock()
		it, err := find(r)
		if err != nil {
			return failed(err)
		}
		return serve(r, it)
	}
}

// told answers as about does a request that also has a body, which is read
// before s.mu is taken: a slow client holds up nobody.
func told[T any](find func(*request) (T, error), serve func(*request, T, field) (reply, error)) serving {
	return func(r *request) (reply, error) {
		f, err := r.body()
		if err != nil {
			return failed(err)
		}
		return about(find, func(r *request, it T) (reply, error) { return serve(r, it, f) })(r)
	}
}
