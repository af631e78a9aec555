import type { FieldSample } from '../field-sample.ts';
import type { AddressProblem } from '../../../src/platform/network/callback-address.ts';

/** Addresses for callbacks, where no receiver within the own network is called. */
export const callbackSamples: FieldSample<string, AddressProblem | null>[] = [
  { name: 'an address of a shop', source: 'own', input: 'https://shop.example/told?key=1', right: null },
  { name: 'a public address in digits', source: 'own', input: 'http://198.51.101.7:8080/told', right: null },
  {
    name: 'a password',
    source: 'own',
    input: 'http://shop:secret@shop.example/told',
    right: 'with-password',
  },
  { name: 'a name alone', source: 'own', input: 'https://shop@shop.example/', right: 'with-password' },
  { name: 'loopback', source: 'own', input: 'http://127.0.0.1/told', right: 'private' },
  { name: 'loopback as one number', source: 'own', input: 'http://2130706433/', right: 'private' },
  { name: 'loopback by name', source: 'own', input: 'http://LOCALHOST.:3000/', right: 'private' },
  { name: 'loopback of IPv6', source: 'own', input: 'http://[::1]/', right: 'private' },
  {
    name: 'an IPv4 address within IPv6',
    source: 'own',
    input: 'http://[::ffff:10.0.0.1]/',
    right: 'private',
  },
  { name: 'a private network', source: 'RFC 1918', input: 'https://192.168.1.20/told', right: 'private' },
  { name: 'a service of metadata', source: 'own', input: 'http://169.254.169.254/', right: 'private' },
  { name: 'a name of a container', source: 'own', input: 'http://shop/told', right: 'private' },
  { name: 'a name of a home network', source: 'RFC 6762', input: 'http://shop.local/', right: 'private' },
  { name: 'another protocol', source: 'own', input: 'ftp://shop.example/', right: 'no-address' },
  { name: 'no protocol', source: 'own', input: 'shop.example/told', right: 'no-address' },
  { name: 'a blank within', source: 'own', input: 'https://shop.example/ told', right: 'no-address' },
  {
    name: 'too many signs',
    source: 'own',
    input: `https://shop.example/${'a'.repeat(2048)}`,
    right: 'too-long',
  },
];
