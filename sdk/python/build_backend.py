"""Packs the module with what Python ships, so that installing it needs no network: PEP 517, wheels by PEP 427."""

import base64
import hashlib
import tomllib
import zipfile
from pathlib import Path

_project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
_name = f"{_project['name']}-{_project['version']}"
# Archives of the same sources are the same bytes.
_epoch = (1980, 1, 1, 0, 0, 0)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = f"{_name}.dist-info"
    files = {path.as_posix(): path.read_bytes() for path in _module()}
    files[f"{info}/licenses/LICENSE"] = Path("LICENSE").read_bytes()
    files[f"{info}/METADATA"] = _metadata()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: facevalue\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = [f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files.items()]
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    wheel = f"{_name}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, _epoch)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return wheel


def _module():
    return sorted(path for path in Path("facevalue").rglob("*") if path.suffix in (".py", ".typed"))


def _metadata():
    head = [
        "Metadata-Version: 2.1",
        f"Name: {_project['name']}",
        f"Version: {_project['version']}",
        f"Summary: {_project['description']}",
        f"License: {_project['license']['text']}",
        f"Requires-Python: {_project['requires-python']}",
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join([*head, "", Path("README.md").read_text(encoding="utf-8")]).encode()


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
