import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soap } from './soap.ts';
import { writeEnvelope } from './write-envelope.ts';

const wsdl = (inner: string): string =>
  `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:x.y="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a">${inner}</wsdl:definitions>`;
const taken = (text: string): boolean =>
  soap.settings
    .safeParse({ url: 'https://supplier.example/soap', auth: { type: 'none' }, wsdl: text })
    .error?.issues.every(({ message }) => !message.includes('must hold all its parts')) ?? true;

const imports = [
  '<wsdl:import namespace="urn:b" location="http://10.0.0.1/"/>',
  '<x.y:import namespace="urn:b" location="http://10.0.0.1/"/>',
  '<wsdl:import a=">" location="http://10.0.0.1/"/>',
  "<wsdl:import\n\tlocation='http://10.0.0.1/'/>",
  '<wsdl:import x.y:location="http://10.0.0.1/"/>',
  '<wsdl:types><xs:schema><xs:include schemaLocation="file:///etc/passwd"/></xs:schema></wsdl:types>',
  '<wsdl:types><xs:schema><xs:override schemaLocation="a.xsd"/></xs:schema></wsdl:types>',
];

test('a WSDL that names parts elsewhere is refused, however it is written', () => {
  for (const one of imports) assert.equal(taken(wsdl(one)), false, one);
  assert.equal(
    taken(wsdl('<wsdl:types><xs:schema><xs:import namespace="urn:b"/></xs:schema></wsdl:types>')),
    true,
  );
  assert.equal(taken(wsdl('<!-- <wsdl:import location="http://10.0.0.1/"/> -->')), true);
});

test('the library fetches nothing, whatever it is given', async () => {
  for (const one of imports.slice(0, 1))
    await assert.rejects(
      writeEnvelope({ wsdl: wsdl(one), version: '1.1', operation: 'issue', args: {} }),
      /not fetched/,
    );
});
