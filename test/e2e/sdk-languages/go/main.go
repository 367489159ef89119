// Raises known things with sentry-go and prints what it raised as one line of JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/getsentry/sentry-go"
)

type cardDeclined struct {
	order int
	cause error
}

func (declined *cardDeclined) Error() string {
	return fmt.Sprintf("card declined for order %d", declined.order)
}
func (declined *cardDeclined) Unwrap() error { return declined.cause }

func askBank() error { return errors.New("connection refused") }

func chargeCard(ctx context.Context, order int) {
	sentry.GetHubFromContext(ctx).CaptureException(&cardDeclined{order, askBank()})
}

func countStock(hub *sentry.Hub) {
	defer func() { hub.Recover(recover()) }()
	shelves := []int{}
	fmt.Fprintln(os.Stderr, shelves[12])
}

func main() {
	ids := map[string]sentry.EventID{}
	err := sentry.Init(sentry.ClientOptions{
		Dsn: os.Getenv("SENTRY_DSN"), Release: "shop@1.4.0", Environment: "staging", ServerName: "shop",
		EnableTracing: true, TracesSampleRate: 1, AttachStacktrace: true,
		BeforeSend: func(event *sentry.Event, _ *sentry.EventHint) *sentry.Event {
			name := event.Message
			if count := len(event.Exception); count > 0 {
				name = event.Exception[count-1].Value
			}
			ids[name] = event.EventID
			return event
		},
	})
	if err != nil {
		panic(err)
	}
	hub := sentry.CurrentHub()
	hub.Scope().SetTag("region", "eu-west")
	hub.Scope().SetUser(sentry.User{ID: "u-17", Email: "ada@example.com"})
	hub.AddBreadcrumb(&sentry.Breadcrumb{Category: "cart", Message: "opened the cart"}, nil)
	hub.AddBreadcrumb(&sentry.Breadcrumb{Category: "cart", Message: "went to pay"}, nil)
	file := &sentry.Attachment{Filename: "order.txt", ContentType: "text/plain", Payload: []byte("order 1\nthree books")}
	hub.Scope().AddAttachment(file)

	ctx := sentry.SetHubOnContext(context.Background(), hub)
	incoming := sentry.ContinueFromHeaders(os.Getenv("SENTRY_TRACE"), "")
	transaction := sentry.StartTransaction(ctx, "POST /checkout", sentry.WithOpName("http.server"), incoming)
	orders := transaction.StartChild("db", sentry.WithDescription("SELECT orders"))
	time.Sleep(10 * time.Millisecond)
	orders.Finish()
	charge := transaction.StartChild("payment", sentry.WithDescription("charge card"))
	chargeCard(charge.Context(), 1)
	chargeCard(charge.Context(), 2)
	charge.Finish()
	outgoing := transaction.ToSentryTrace()
	transaction.Finish()
	hub.WithScope(func(scope *sentry.Scope) {
		scope.SetLevel(sentry.LevelWarning)
		hub.CaptureMessage("disk almost full")
	})
	sentry.NewLogger(ctx).Info().Emit("order 1 placed")
	checkIn := hub.CaptureCheckIn(&sentry.CheckIn{
		MonitorSlug: "nightly-billing", Status: sentry.CheckInStatusOK, Duration: 12500 * time.Millisecond,
	}, nil)
	countStock(hub)
	sentry.Flush(10 * time.Second)

	type object map[string]any
	chain := []string{"*main.cardDeclined", "*errors.errorString"}
	lost := "runtime error: index out of range [12] with length 0"
	raised := func(value string, types []string, function string) object {
		// This SDK says nothing of who caught an error.
		return object{"id": ids[value], "type": types[0], "value": value, "chain": types, "in": function, "handled": nil}
	}
	json.NewEncoder(os.Stdout).Encode(object{
		"sdk": "sentry.go",
		"errors": []object{
			raised("card declined for order 1", chain, "chargeCard"),
			raised("card declined for order 2", chain, "chargeCard"),
			raised(lost, []string{"runtime.boundsError"}, "countStock"),
		},
		"breadcrumbs": 2,
		"attachment":  object{"name": file.Filename, "content": string(file.Payload)},
		"message":     object{"id": ids["disk almost full"], "text": "disk almost full"},
		"transaction": object{
			"trace_id": transaction.TraceID.String(), "span_id": transaction.SpanID.String(),
			"parent_span_id": transaction.ParentSpanID.String(), "children": []string{"SELECT orders", "charge card"},
		},
		"outgoing": outgoing,
		"check_in": checkIn,
		"logs":     []string{"order 1 placed"},
	})
}
