/** Installations that do not answer, each for a reason that a shop can mend once it is told. */
import type { FieldSample } from '../field-sample.ts';

export type Trouble =
  | 'no scheme'
  | 'a file'
  | 'nobody listens'
  | 'no such name'
  | 'certificate is not trusted'
  | 'no TLS there'
  | 'hangs up'
  | 'never answers';

/** What the error of each SDK says. */
export const unreachable: readonly FieldSample<Trouble, RegExp>[] = [
  {
    name: 'an address without https://',
    source: 'own',
    input: 'no scheme',
    right: /the address "gifts\.example" does not begin with https:\/\/ or http:\/\//,
  },
  {
    name: 'the address of a file',
    source: 'own',
    input: 'a file',
    right: /the address "file:\/\/\/etc" does not begin with/,
  },
  {
    name: 'a port on which nobody listens',
    source: 'own',
    input: 'nobody listens',
    right: /refused|Failed to connect|Couldn't connect/i,
  },
  {
    name: 'a name that nobody knows',
    source: 'bymayo/craft-select2#4',
    input: 'no such name',
    right: /ENOTFOUND|EAI_AGAIN|Could not resolve|Name or service|name resolution/i,
  },
  {
    name: 'a certificate that is not trusted',
    source: 'gordalina/cachetool#175',
    input: 'certificate is not trusted',
    right: /certificate/i,
  },
  {
    name: 'https to a port without TLS',
    source: 'quickshiftin/wfpc#7',
    input: 'no TLS there',
    right: /SSL|TLS|EPROTO/,
  },
  {
    name: 'a connection that ends without an answer',
    source: 'own',
    input: 'hangs up',
    right: /closed|Empty reply|request failed|reset/i,
  },
  {
    name: 'an answer that does not come in time',
    source: 'own',
    input: 'never answers',
    right: /time|timed out/i,
  },
];
