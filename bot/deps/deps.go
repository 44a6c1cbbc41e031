package deps
import (
_ "github.com/bwmarrin/discordgo"
_ "github.com/joho/godotenv"
_ "github.com/gorilla/websocket"
_ "github.com/yuin/goldmark"
_ "github.com/chromedp/chromedp"
_ "github.com/santhosh-tekuri/jsonschema/v6"
_ "github.com/google/go-cmp/cmp"
_ "golang.org/x/sync/errgroup"
_ "github.com/nicksnyder/go-i18n/v2/i18n"
_ "golang.org/x/text/language"
)
