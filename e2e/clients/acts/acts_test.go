package openapi

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestActs(t *testing.T) {
	configuration := NewConfiguration()
	configuration.Servers = ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), ContextAccessToken, os.Getenv("TOKEN"))
	tables, _, err := api.TablesAPI.ListTables(ctx).Execute()
	if err != nil || len(tables.Tables) == 0 {
		t.Fatal("tables", err)
	}
	fmt.Println("tables")
	row := NewRowCreate(map[string]interface{}{"name": "Ada"})
	if _, _, err = api.RowsAPI.CreateRow(ctx, os.Getenv("TABLE")).RowCreate(*row).Execute(); err != nil {
		t.Fatal("row", err)
	}
	fmt.Println("row")
	file, err := os.Create(filepath.Join(t.TempDir(), "three.txt"))
	if err == nil {
		_, err = file.WriteString("abc")
	}
	if err == nil {
		_, err = file.Seek(0, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	created, _, err := api.FilesAPI.UploadFiles(ctx).File([]*os.File{file}).Execute()
	if err != nil || created.CreatedStoredFile == nil || created.CreatedStoredFile.SizeBytes != 3 {
		t.Fatal("file", err)
	}
	fmt.Println("file")
}
