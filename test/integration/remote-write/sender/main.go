// Writes remotely in version 2 with the client library of Prometheus: counters with a start and an exemplar, a gauge, the end of a series,
// and native histograms. Prints what was sent and what the answers say was written, as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"os"
	"time"

	"github.com/prometheus/client_golang/exp/api/remote"
	writev2 "github.com/prometheus/client_golang/exp/api/remote/genproto/v2"
)

const (
	requests = 5
	series   = 40
	traceID  = "0af7651916cd43dd8448eb211c80319c"
	staleNaN = 0x7ff0000000000002
)

type statement struct {
	Samples    int `json:"samples"`
	Histograms int `json:"histograms"`
	Exemplars  int `json:"exemplars"`
	Stale      int `json:"stale"`
	Written    struct {
		Samples    int `json:"samples"`
		Histograms int `json:"histograms"`
		Exemplars  int `json:"exemplars"`
	} `json:"written"`
}

// Adds what the key authenticates, as a server that is configured with credentials does.
type authorized struct{ key string }

func (a authorized) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("Authorization", "Bearer "+a.key)
	return http.DefaultTransport.RoundTrip(req)
}

func labels(symbols *writev2.SymbolsTable, name string, index int) []uint32 {
	return symbols.SymbolizeLabels([]string{
		"__name__", name, "instance", fmt.Sprintf("host-%d:9100", index), "job", "shop",
	}, nil)
}

func request(number int, said *statement) *writev2.Request {
	symbols := writev2.NewSymbolTable()
	now := time.Now().UnixMilli()
	created := now - 60_000
	out := &writev2.Request{}
	add := func(one *writev2.TimeSeries) { out.Timeseries = append(out.Timeseries, one) }
	for index := range series {
		add(&writev2.TimeSeries{
			LabelsRefs:       labels(&symbols, "orders_total", index),
			Samples:          []*writev2.Sample{{Value: float64(number*series + index), Timestamp: now + int64(number)}},
			Exemplars:        []*writev2.Exemplar{{LabelsRefs: symbols.SymbolizeLabels([]string{"trace_id", traceID}, nil), Value: 1, Timestamp: now}},
			Metadata:         &writev2.Metadata{Type: writev2.Metadata_METRIC_TYPE_COUNTER, HelpRef: symbols.Symbolize("Orders."), UnitRef: symbols.Symbolize("orders")},
			CreatedTimestamp: created,
		})
		add(&writev2.TimeSeries{
			LabelsRefs: labels(&symbols, "queue_total", index),
			Samples:    []*writev2.Sample{{Value: 3, Timestamp: now + int64(number)}},
			Metadata:   &writev2.Metadata{Type: writev2.Metadata_METRIC_TYPE_GAUGE},
		})
		add(&writev2.TimeSeries{
			LabelsRefs: labels(&symbols, "duration_seconds", index),
			Histograms: []*writev2.Histogram{{
				Count: &writev2.Histogram_CountInt{CountInt: 7}, Sum: 12.5, Schema: 0, ZeroThreshold: 0.001,
				ZeroCount:     &writev2.Histogram_ZeroCountInt{ZeroCountInt: 1},
				PositiveSpans: []*writev2.BucketSpan{{Offset: 0, Length: 2}, {Offset: 1, Length: 1}},
				// 1, 3 and 2: one up to 1, three up to 2, none up to 4, two up to 8.
				PositiveDeltas: []int64{1, 2, -1},
				Timestamp:      now + int64(number),
			}},
			Metadata:         &writev2.Metadata{Type: writev2.Metadata_METRIC_TYPE_HISTOGRAM},
			CreatedTimestamp: created,
		})
		said.Samples += 2
		said.Histograms++
		said.Exemplars++
	}
	add(&writev2.TimeSeries{
		LabelsRefs: labels(&symbols, "up", 0),
		Samples:    []*writev2.Sample{{Value: math.Float64frombits(staleNaN), Timestamp: now + int64(number)}},
	})
	said.Samples++
	said.Stale++
	out.Symbols = symbols.Symbols()
	return out
}

func main() {
	client := &http.Client{Transport: authorized{os.Getenv("API_KEY")}}
	api, err := remote.NewAPI(os.Getenv("TARGET"), remote.WithAPIHTTPClient(client))
	if err != nil {
		panic(err)
	}
	said := statement{}
	for number := range requests {
		stats, err := api.Write(context.Background(), remote.WriteV2MessageType, request(number, &said))
		if err != nil {
			panic(err)
		}
		said.Written.Samples += stats.Samples
		said.Written.Histograms += stats.Histograms
		said.Written.Exemplars += stats.Exemplars
	}
	if err := json.NewEncoder(os.Stdout).Encode(said); err != nil {
		panic(err)
	}
}
