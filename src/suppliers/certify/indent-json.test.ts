import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indentJson } from './indent-json.ts';

test('each field gets its own line, and only white space changes', () => {
  assert.equal(
    indentJson('{"a":1,"a":{"b":[12345678901234567890, "x,{\\"}"],"c":{}}}'),
    '{\n  "a":1,\n  "a":{\n    "b":[\n      12345678901234567890,\n      "x,{\\"}"\n    ],\n    "c":{}\n  }\n}',
  );
  for (const odd of ['', 'not found', '<a>1</a>', '"']) assert.equal(indentJson(odd), odd);
  assert.equal(indentJson('}}]').replaceAll(/\s/g, ''), '}}]');
});
