import os
import openapi_client as made

configuration = made.Configuration(host=os.environ["BASE_URL"], access_token=os.environ["TOKEN"])
with made.ApiClient(configuration) as client:
    assert len(made.TablesApi(client).list_tables().tables) > 0
    print("tables")
    made.RowsApi(client).create_row(os.environ["TABLE"], made.RowCreate(data={"name": "Ada"}))
    print("row")
    created = made.FilesApi(client).upload_files([("three.txt", b"abc")])
    assert created.actual_instance.size_bytes == 3
    print("file")
