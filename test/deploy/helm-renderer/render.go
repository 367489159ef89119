// Renders a chart as Helm does, with what Debian packages: Go's templates, the functions of sprig and YAML. It prints
// every template that gives something, each after a line with its name.
//
//	go run render.go <chart> <release> [values.yaml ...]
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type values = map[string]interface{}

func main() {
	if err := render(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(chart, release string, files []string) error {
	settings, err := readValues(append([]string{filepath.Join(chart, "values.yaml")}, files...))
	if err != nil {
		return err
	}
	description, err := readYaml(filepath.Join(chart, "Chart.yaml"))
	if err != nil {
		return err
	}
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return err
	}
	templates := template.New(chart).Option("missingkey=zero")
	templates.Funcs(functions(templates))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := templates.New(nameOf(path)).Parse(string(text)); err != nil {
			return err
		}
	}
	for _, path := range paths {
		if strings.HasPrefix(filepath.Base(path), "_") {
			continue
		}
		context := values{
			"Values":   settings,
			"Chart":    capitalize(description),
			"Release":  values{"Name": release, "Namespace": "default", "Service": "Helm", "IsInstall": true},
			"Template": values{"Name": nameOf(path), "BasePath": "templates"},
		}
		var out bytes.Buffer
		if err := templates.ExecuteTemplate(&out, nameOf(path), context); err != nil {
			return err
		}
		// Helm prints nothing for a value that is not there.
		text := strings.ReplaceAll(out.String(), "<no value>", "")
		if strings.TrimSpace(text) != "" {
			fmt.Printf("---\n# Source: %s\n%s\n", nameOf(path), text)
		}
	}
	return nil
}

func nameOf(path string) string {
	return "templates/" + filepath.Base(path)
}

// What Helm adds to sprig.
func functions(templates *template.Template) template.FuncMap {
	all := sprig.TxtFuncMap()
	all["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := templates.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	all["required"] = func(message string, value interface{}) (interface{}, error) {
		if isEmpty(value) {
			return nil, errors.New(message)
		}
		return value, nil
	}
	all["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	all["fromYaml"] = func(text string) (values, error) {
		read := values{}
		err := yaml.Unmarshal([]byte(text), &read)
		return read, err
	}
	// There is no cluster to look into.
	all["lookup"] = func(...string) values { return values{} }
	return all
}

func isEmpty(value interface{}) bool {
	switch known := value.(type) {
	case nil:
		return true
	case string:
		return known == ""
	case []interface{}:
		return len(known) == 0
	}
	return false
}

// Fields of Chart.yaml are called as in Go.
func capitalize(description values) values {
	named := values{}
	for name, value := range description {
		named[strings.ToUpper(name[:1])+name[1:]] = value
	}
	return named
}

func readValues(files []string) (values, error) {
	merged := values{}
	for _, file := range files {
		read, err := readYaml(file)
		if err != nil {
			return nil, err
		}
		merge(merged, read)
	}
	return merged, nil
}

func merge(into, from values) {
	for name, value := range from {
		inner, isMap := value.(values)
		known, isKnown := into[name].(values)
		if isMap && isKnown {
			merge(known, inner)
		} else {
			into[name] = value
		}
	}
}

func readYaml(file string) (values, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	read := values{}
	return read, yaml.Unmarshal(text, &read)
}
