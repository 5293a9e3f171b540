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

type Invoice struct {
	Code        string `json:"payment_code"`
	Total       int64  `json:"payment_total"`
	Status      string `json:"payment_status"`
	CheckoutURL string `json:"payment_checkout_url"`
}

var client = &http.Client{Timeout: 30 * time.Second}

func tepat(method, path string, body any) (Invoice, error) {
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			return Invoice{}, err
		}
	}
	request, err := http.NewRequest(method, os.Getenv("TEPAT_URL")+path, &content)
	if err != nil {
		return Invoice{}, err
	}
	request.Header.Set("X-Api-Key", os.Getenv("TEPAT_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return Invoice{}, err
	}
	defer response.Body.Close()
	var answer struct {
		Code    string  `json:"code"`
		Message string  `json:"message"`
		Data    Invoice `json:"data"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return Invoice{}, err
	}
	if response.StatusCode >= 300 {
		return Invoice{}, fmt.Errorf("%s: %s", answer.Code, answer.Message)
	}
	return answer.Data, nil
}

func main() {
	code := os.Args[1]
	invoice, err := tepat("POST", "/gateway/payments", map[string]any{
		"account_id":         os.Getenv("TEPAT_ACCOUNT_ID"),
		"payment_code":       code,
		"payment_amount":     150000,
		"payment_expired_at": time.Now().Add(24 * time.Hour).Format(time.RFC3339),
		"customer_name":      "Budi",
		"customer_email":     "budi@example.com",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("pay exactly %d at %s\n", invoice.Total, invoice.CheckoutURL)

	invoice, err = tepat("GET", "/gateway/payments/"+url.PathEscape(code), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s is %s\n", invoice.Code, invoice.Status)
}
