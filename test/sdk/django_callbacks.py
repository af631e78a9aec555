"""A Django project of one view, asked by Django's test client as the platform asks. Steps come on the standard input."""

import json
import sys

import django
from django.conf import settings
from django.test import Client
from django.urls import path

from facevalue import django_view

asked = json.load(sys.stdin)
settings.configure(
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["shop.example"],
    SECRET_KEY="of the test",
    # As a new project has it: callbacks have no token of a form.
    MIDDLEWARE=["django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware"],
)
django.setup()
handled = []


def handle(callback):
    handled.append([callback.webhook_id, callback.status, callback.data["id"], callback.data["comment"]])
    if callback.data["comment"] == "fails":
        raise RuntimeError("no database")


urlpatterns = [path("callbacks", django_view(asked["secret"], handle))]

client = Client(enforce_csrf_checks=True)
answers = []
for step in asked["steps"]:
    content_type = step["headers"].get("content-type", "application/x-www-form-urlencoded")
    answer = client.post(
        "/callbacks",
        data=step["body"].encode(),
        content_type=content_type,
        headers={**{name: value for name, value in step["headers"].items() if name.startswith("webhook-")}, "host": "shop.example"},
    )
    answers.append([answer.status_code, answer.headers["content-type"], answer.content.decode()])
print(json.dumps({"answers": answers, "handled": handled}))
