import io
import os
from team_data_api_client import AuthenticatedClient
from team_data_api_client.api.files import upload_files
from team_data_api_client.api.rows import create_row
from team_data_api_client.api.tables import list_tables
from team_data_api_client.models import FileForm, RowCreate
from team_data_api_client.types import File

with AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"]) as client:
    assert len(list_tables.sync(client=client).tables) > 0
    print("tables")
    row = RowCreate.from_dict({"data": {"name": "Ada"}})
    assert create_row.sync_detailed(os.environ["TABLE"], client=client, body=row).status_code == 201
    print("row")
    file = File(payload=io.BytesIO(b"abc"), file_name="three.txt", mime_type="text/plain")
    created = upload_files.sync_detailed(client=client, body=FileForm(file=[file]))
    assert created.status_code == 201 and created.parsed.size_bytes == 3
    print("file")
