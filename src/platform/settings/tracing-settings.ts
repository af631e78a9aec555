/** Settings of traces: the standard ones of OpenTelemetry, as far as they have an effect here. */
import { text, type Environment } from './environment.ts';
import { isLoopbackName } from '../network/loopback.ts';
import { StartProblem } from '../process/start-problem.ts';
import { withoutEnd } from '../text/edges.ts';

export interface TracingSettings {
  /** The whole address that takes OTLP over HTTP. */
  tracesUrl: string;
  /** Sent with each export; may hold a secret. */
  headers: Record<string, string>;
  serviceName: string;
  /** Further attributes of the service, for example of its environment. */
  resource: Record<string, string>;
  /** Share of orders and other calls that are traced: 0 to 1. */
  sampledShare: number;
}

/** Null: off. Wrong settings are told all the same. */
export function readTracing(env: Environment): TracingSettings | null {
  const tracesUrl = readTracesUrl(env);
  const headers = pairs(env, 'OTEL_EXPORTER_OTLP_HEADERS');
  const protocol = text(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf');
  if (protocol !== 'http/protobuf') {
    throw new StartProblem('OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, the only one that is sent.');
  }
  const settings = {
    headers,
    serviceName: text(env, 'OTEL_SERVICE_NAME', 'facevalue'),
    resource: pairs(env, 'OTEL_RESOURCE_ATTRIBUTES'),
    sampledShare: readShare(env),
  };
  const isDisabled = readDisabled(env);
  if (tracesUrl === null || isDisabled || settings.sampledShare === 0) return null;
  if (Object.keys(headers).length > 0 && tracesUrl.startsWith('http:') && !isLoopback(tracesUrl)) {
    throw new StartProblem(
      'OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// where OTEL_EXPORTER_OTLP_HEADERS is set: the headers would be sent unencrypted.',
    );
  }
  return { tracesUrl, ...settings };
}

const isLoopback = (url: string): boolean => isLoopbackName(new URL(url).hostname);

function readTracesUrl(env: Environment): string | null {
  const [base, whole] = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;
  for (const name of [base, whole]) {
    const value = text(env, name, '');
    if (value !== '' && !(URL.canParse(value) && /^https?:\/\/[^/?#@]+/.test(value) && !value.includes('@')))
      throw new StartProblem(`${name} must be an address like http://127.0.0.1:4318, without a password.`);
  }
  const given = text(env, whole, '');
  if (given !== '') return given;
  const endpoint = text(env, base, '');
  return endpoint === '' ? null : `${withoutEnd(endpoint, '/')}/v1/traces`;
}

function readDisabled(env: Environment): boolean {
  const value = text(env, 'OTEL_SDK_DISABLED', 'false').toLowerCase();
  if (value !== 'true' && value !== 'false')
    throw new StartProblem('OTEL_SDK_DISABLED must be true or false.');
  return value === 'true';
}

/** `parentbased_` changes nothing: no caller decides what is recorded. */
function readShare(env: Environment): number {
  const name = 'OTEL_TRACES_SAMPLER';
  const argument = 'OTEL_TRACES_SAMPLER_ARG';
  const given = text(env, argument, '1');
  const share = Number(given);
  if (given.trim() === '' || !(share >= 0 && share <= 1))
    throw new StartProblem(`${argument} must be a share from 0 to 1, for example 0.01.`);
  switch (text(env, name, 'parentbased_always_on').replace(/^parentbased_/, '')) {
    case 'always_on':
      return 1;
    case 'always_off':
      return 0;
    case 'traceidratio':
      return share;
    default:
      throw new StartProblem(
        `${name} must be always_on, always_off or traceidratio, or one with parentbased_ before it.`,
      );
  }
}

const headerName = /^[\w.-]+$/;

/** `name=value` by commas, values with percent signs for what is special. */
function pairs(env: Environment, name: string): Record<string, string> {
  const wrong = new StartProblem(`${name} must be name=value pairs by commas, values URL-encoded.`);
  const read: Record<string, string> = {};
  for (const pair of text(env, name, '').split(',')) {
    if (pair.trim() === '') continue;
    const [key = '', ...rest] = pair.split('=');
    const value = decoded(rest.join('=').trim());
    if (!headerName.test(key.trim()) || rest.length === 0 || value === null) throw wrong;
    read[key.trim()] = value;
  }
  return read;
}

function decoded(value: string): string | null {
  try {
    const plain = decodeURIComponent(value);
    return /[\p{Cc}]/u.test(plain) ? null : plain;
  } catch {
    return null;
  }
}
