import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { safeUrl } from '../platform/text/html.ts';

/** A year; names below ours only where the operator says so. */
export const strictTransport = ({ hstsSubdomains }: { hstsSubdomains: boolean }): string =>
  `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`;

/** What a page may load. Inline styles and scripts are allowed by their hash, so nothing else runs. */
export interface PageNeeds {
  styles?: readonly string[];
  scripts?: readonly string[];
  /** Addresses of pictures: only their origins are allowed. */
  pictures?: readonly (string | null)[];
  /** Reads barcodes: camera, and WebAssembly from our own server. */
  camera?: boolean;
  /** Origins to which a form's answer may redirect, besides our own. */
  formTargets?: readonly string[];
  /** Makes requests to our server while it is shown. */
  fetches?: boolean;
  /** Frames one of our pages. */
  frames?: boolean;
  /** Its forms must send their origin (own-forms.ts), so it may send its own address to us. */
  namesItself?: boolean;
  /** One of our own pages shows it in a frame. */
  framed?: boolean;
}

/** Headers of a private page: not cached, not indexed, not framed by others. */
export function privatePageHeaders(needs: PageNeeds = {}): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': securityPolicy(needs),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(${needs.camera === true ? 'self' : ''}), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)`,
    // Under `no-referrer` every form has the origin `null`.
    'referrer-policy': needs.namesItself === true ? 'same-origin' : 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': needs.framed === true ? 'SAMEORIGIN' : 'DENY',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  };
}

/** The content security policy of a page. */
export function securityPolicy({
  styles = [],
  scripts = [],
  pictures = [],
  camera = false,
  formTargets = [],
  fetches = false,
  frames = false,
  framed = false,
}: PageNeeds): string {
  const origins = pictures.length === 0 ? pictures : [...new Set(pictures.flatMap(originOf))];
  const wasm = camera ? " 'wasm-unsafe-eval'" : '';
  const connect = camera || fetches ? "; connect-src 'self'" : '';
  const frame = frames ? "; frame-src 'self'" : '';
  return (
    `default-src 'none'; style-src 'self'${allowed(styles, hashSource)}` +
    `; script-src 'self'${allowed(scripts, hashSource)}${wasm}${connect}${frame}` +
    `; img-src 'self' data:${allowed(origins)}; form-action 'self'${allowed(formTargets)}` +
    `; base-uri 'none'; frame-ancestors ${framed ? "'self'" : "'none'"}`
  );
}

function allowed<Source>(sources: readonly Source[], nameOf: (source: Source) => string = String): string {
  let text = '';
  for (const source of sources) text += ` ${nameOf(source)}`;
  return text;
}

function originOf(picture: string | null): string[] {
  const url = safeUrl(picture);
  return url === null ? [] : [new URL(url).origin];
}

/** Most inline texts are the same on every page; only those of a gift's colours change. */
const maxKnownHashes = 500;
const knownHashes = new LRUCache<string, string>({ max: maxKnownHashes });

/** How a policy names an inline text. */
export function hashSource(text: string): string {
  const known = knownHashes.get(text);
  if (known !== undefined) return known;
  const source = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  knownHashes.set(text, source);
  return source;
}
