# Validates FHIR with the package fhir.resources: a list of resources as JSON texts comes in, the faults of each go out.
import json
import sys

from fhir.resources.R4B import get_fhir_model_class


def faults(text):
    resource = json.loads(text)
    try:
        get_fhir_model_class(resource["resourceType"]).model_validate_json(text)
        for entry in resource.get("entry", []):
            inner = entry["resource"]
            get_fhir_model_class(inner["resourceType"]).model_validate(inner)
        return None
    except Exception as fault:
        return str(fault)


json.dump([faults(text) for text in json.load(sys.stdin)], sys.stdout)
