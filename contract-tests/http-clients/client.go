package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

// net/http in its default configuration, with Expect if there is a body.
func ask(step, method, path, body string) {
	var content io.Reader
	if body != "" {
		content = bytes.NewBufferString(body)
	}
	request, err := http.NewRequest(method, os.Getenv("TEPAT_URL")+path, content)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("X-Api-Key", os.Getenv("TEPAT_API_KEY"))
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Expect", "100-continue")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	var answer struct{ Code string }
	if err := json.Unmarshal(text, &answer); err != nil {
		log.Fatal(err)
	}
	fmt.Println(step, response.StatusCode, answer.Code)
}

func main() {
	steps, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range strings.Split(string(steps), "\n") {
		step := strings.Split(line, "\t")
		ask(step[0], step[1], step[2], step[3])
	}
}
