import type { Model, NamedType, Operation, Type } from './model.ts';

/** The Python SDK's `operations.py`: types, error table and one method an operation. */
export function emitPython(model: Model): string {
  return [
    '# Made by sdk/generate.ts from docs/openapi.json. Do not edit.',
    '"""Types and operations of the client API."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, Literal, NamedTuple, NotRequired, TypedDict',
    '',
    // A type is named before it is used: the innermost come first.
    ...inOrderOfUse(model.types).map(namedOf),
    errorsOf(model),
    uuidsOf(model),
    classOf(model),
    '',
  ].join('\n');
}

function inOrderOfUse(types: NamedType[]): NamedType[] {
  const ordered: NamedType[] = [];
  const add = (type: NamedType): void => {
    if (ordered.includes(type)) return;
    for (const { name } of type.fields.flatMap((field) => namesIn(field.type)))
      types.filter((other) => other.name === name).forEach(add);
    ordered.push(type);
  };
  types.forEach(add);
  return ordered;
}

function namesIn(type: Type): { name: string }[] {
  if (type.is === 'named') return [type];
  if (type.is === 'list' || type.is === 'map') return namesIn(type.of);
  return type.is === 'tuple' || type.is === 'either' ? type.of.flatMap(namesIn) : [];
}

const quote = (value: string | number): string =>
  typeof value === 'number' ? String(value) : JSON.stringify(value);
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function typeOf(type: Type): string {
  switch (type.is) {
    case 'text':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'int | float';
    case 'truth':
      return 'bool';
    case 'null':
      return 'None';
    case 'one-of':
      return `Literal[${type.values.map(quote).join(', ')}]`;
    case 'list':
      return `list[${typeOf(type.of)}]`;
    case 'tuple':
      // JSON has no tuples: what arrives is a list.
      return `list[${[...new Set(type.of.map(typeOf))].join(' | ')}]`;
    case 'map':
      return `dict[str, ${typeOf(type.of)}]`;
    case 'either':
      return type.of.map(typeOf).join(' | ');
    case 'named':
      return type.name;
  }
}

/** By a call, because `from` is a keyword and cannot be an attribute of a class. */
function namedOf(type: NamedType): string {
  const fields = type.fields.flatMap((field) => [
    ...(field.description === '' ? [] : [`    # ${field.description}.`]),
    `    ${quote(field.name)}: ${field.required ? typeOf(field.type) : `NotRequired[${typeOf(field.type)}]`},`,
  ]);
  const comment = type.description === '' ? [] : [`# ${type.description.replace(/\.?$/, '.')}`];
  return [...comment, `${type.name} = TypedDict(${quote(type.name)}, {`, ...fields, '})', ''].join('\n');
}

function errorsOf(model: Model): string {
  const lines = model.errors.map(
    ({ code, meaning, retry }) => `    ${code}: ErrorLine(${quote(meaning)}, ${quote(retry)}),`,
  );
  return [
    `Retry = Literal[${[...new Set(model.errors.map(({ retry }) => quote(retry)))].join(', ')}]`,
    '',
    '',
    'class ErrorLine(NamedTuple):',
    '    meaning: str',
    '    # Whether the same request may get another answer: never, at once, later, or after a correction.',
    '    retry: Retry',
    '',
    '',
    '# Every error code of the API and its callbacks.',
    'ERROR_TABLE: dict[int, ErrorLine] = {',
    ...lines,
    '}',
    '',
  ].join('\n');
}

function uuidsOf(model: Model): string {
  const commands = model.operations.filter(({ addsUuid }) => addsUuid).map(({ cmd }) => quote(cmd));
  return [
    '# Operations whose request gets a uuid when it has none, so that they can be repeated safely.',
    `COMMANDS_WITH_UUID = frozenset({${commands.join(', ')}})`,
    '',
    '',
  ].join('\n');
}

function methodOf({ cmd, title, request, needsFields, takesId, answer }: Operation): string {
  const type = takesId ? `${request} | int` : request;
  const parameter =
    request === null ? '' : needsFields ? `, fields: ${type}` : `, fields: ${type} | None = None`;
  const fields = needsFields ? 'fields' : 'fields or {}';
  const given = takesId ? `{"id": fields} if isinstance(fields, int) else ${fields}` : fields;
  const sent = request === null ? '{}' : given;
  return [
    `    def ${snake(cmd)}(self${parameter}) -> ${typeOf(answer)}:`,
    `        """${title}."""`,
    `        return self._call(${quote(cmd)}, ${sent})`,
  ].join('\n');
}

function classOf(model: Model): string {
  return [
    'class Operations:',
    '    """One method an operation."""',
    '',
    '    def _call(self, cmd: str, fields: Any) -> Any:',
    '        raise NotImplementedError',
    '',
    model.operations.map(methodOf).join('\n\n'),
  ].join('\n');
}
