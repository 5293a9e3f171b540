package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"time"
)

type Refund struct {
	Reference string `json:"reference"`
	Amount    int64  `json:"amount"`
	Status    string `json:"refund_status"`
}

var client = &http.Client{Timeout: 30 * time.Second}

func tepat(method, path string, body, data any) error {
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			return err
		}
	}
	request, err := http.NewRequest(method, os.Getenv("TEPAT_URL")+path, &content)
	if err != nil {
		return err
	}
	request.Header.Set("X-Api-Key", os.Getenv("TEPAT_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct {
		Code    string          `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s: %s", answer.Code, answer.Message)
	}
	return json.Unmarshal(answer.Data, data)
}

func main() {
	code, reference := os.Args[1], os.Args[2]
	path := "/gateway/payments/" + url.PathEscape(code) + "/refunds"
	var refund Refund
	err := tepat("POST", path, map[string]any{
		"reference": reference,
		"amount":    50000,
		"reason":    "One was returned",
	}, &refund)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("send %d, then record that in the dashboard\n", refund.Amount)

	var refunds []Refund
	if err := tepat("GET", path, nil, &refunds); err != nil {
		log.Fatal(err)
	}
	for _, refund := range refunds {
		fmt.Printf("%s is %s\n", refund.Reference, refund.Status)
	}
}
