"""Client of the Facevalue API: signed calls, typed answers, safe repeats, callbacks. No dependencies."""

from .callbacks import Callback, CallbackError, accept_callback, django_view, read_callback, wsgi_app
from .client import Facevalue
from .errors import ApiError, NoAnswerError, NotEndedError
from .operations import *  # noqa: F403
from .transport import sign

__all__ = [
    "ApiError",
    "Callback",
    "CallbackError",
    "Facevalue",
    "NoAnswerError",
    "NotEndedError",
    "accept_callback",
    "django_view",
    "read_callback",
    "sign",
    "wsgi_app",
]
