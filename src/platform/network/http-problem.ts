/** Why a call got no answer. */
import { errors } from 'undici';
import { certificateProblemOf, type CertificateProblem } from './certificate-problem.ts';
import { RefusedAddress } from './checked-lookup.ts';

/** They contain no address and no secret, so they may be stored and shown. */
export const httpProblems = [
  'bad address',
  'refused address',
  'unknown host',
  'timeout',
  'connection refused',
  'connection closed',
  'unreachable',
  'tls',
  'not http',
  'failed',
] as const;
export type HttpProblem = (typeof httpProblems)[number] | CertificateProblem;

export const tooLong = new Error('too long');
export const timeUp = new Error('timeout');

const problemsByCode: Record<string, HttpProblem> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'unknown host',
  ENODATA: 'unknown host',
  ESERVFAIL: 'unknown host',
  EPROTO: 'tls',
  UND_ERR_HEADERS_OVERFLOW: 'not http',
  HPE_HEADER_OVERFLOW: 'not http',
  UND_ERR_INVALID_ARG: 'bad address',
};

export function problemOf(error: unknown): HttpProblem {
  if (error === timeUp) return 'timeout';
  if (error instanceof RefusedAddress) return 'refused address';
  const certificate = certificateProblemOf(error);
  if (certificate !== null) return certificate;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = problemsByCode[code];
  if (known !== undefined) return known;
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) return 'not http';
  return /TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls' : 'failed';
}
