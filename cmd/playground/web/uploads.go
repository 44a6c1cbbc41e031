package web

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

const (
	maxFiles    = 10       // in a message, as on Discord
	maxFile     = 10 << 20 // in bytes
	inMemory    = 1 << 20  // bytes of a form that are kept in memory; the rest goes to temporary files
	filesOfLine = "files"  // the form's field for files attached to the command line
)

// takesFiles reports whether a request is a form that may contain files.
func takesFiles(r *http.Request) bool {
	return slices.Contains([]string{"/use", "/submit"}, r.URL.Path) && strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data")
}

// readForm parses a form and returns its files by field.
func readForm(r *http.Request) (map[string][]discordtest.File, error) {
	if !takesFiles(r) {
		return nil, formError(r.ParseForm())
	}
	if err := r.ParseMultipartForm(inMemory); err != nil {
		return nil, formError(err)
	}
	defer func() { _ = r.MultipartForm.RemoveAll() }() // removes temporary files
	files := map[string][]discordtest.File{}
	for field, headers := range r.MultipartForm.File {
		for _, h := range headers {
			f, err := readFile(h)
			if err != nil {
				return nil, err
			}
			if f.Name != "" || len(f.Content) > 0 { // an empty field arrives as a file without a name
				files[field] = append(files[field], f)
			}
		}
		if len(files[field]) > maxFiles {
			return nil, Refusal(fmt.Sprintf("You can send at most %d files at once.", maxFiles))
		}
	}
	return files, nil
}

func formError(err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge) && tooLarge.Limit == maxUpload:
		return errFilesTooLarge
	case errors.As(err, &tooLarge):
		return errTooLarge
	case err != nil:
		return errBadForm
	}
	return nil
}

func readFile(h *multipart.FileHeader) (discordtest.File, error) {
	if h.Size > maxFile {
		return discordtest.File{}, Refusal(fmt.Sprintf("“%s” is larger than 10 MiB, which is the most that Discord takes.", h.Filename))
	}
	from, err := h.Open()
	if err != nil {
		return discordtest.File{}, fmt.Errorf("opening an uploaded file: %w", err)
	}
	defer func() { _ = from.Close() }()
	content, err := io.ReadAll(from)
	if err != nil {
		return discordtest.File{}, fmt.Errorf("reading an uploaded file: %w", err)
	}
	return discordtest.File{Name: h.Filename, Size: len(content), Content: content}, nil
}
