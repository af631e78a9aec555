// Service worker that serves opened gifts when the network fails. It stores only what the opened page sends it.
const store = 'opened-gifts-1';
const maxKept = 20;
/** With a weak signal a copy is better than a long wait. */
const patienceMs = 4000;
const untilHeader = 'x-keep-until';
const giftPath = /^\/g\/[\w-]{22,64}$/;
const filePath = /^\/(?:pictures|gift-page)\//;

let lastChange = Promise.resolve();

/** Changes run one after another, so that the cleanup at the start does not delete what is being stored. */
function inTurn(change) {
  lastChange = lastChange.then(change, change);
  return lastChange;
}

const addressOf = (path) => new URL(path, location.origin).href;

async function findCopy(path) {
  const kept = await (await caches.open(store)).match(addressOf(path));
  if (!kept) return null;
  if (Date.parse(kept.headers.get(untilHeader)) > Date.now()) return kept;
  await forget(path);
  return null;
}

async function forget(path) {
  return (await caches.open(store)).delete(addressOf(path));
}

async function keep({ path, markup, policy, until, files }) {
  const cache = await caches.open(store);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    [untilHeader]: until,
  };
  await Promise.all(files.filter(isFile).map((file) => cache.add(file).catch(() => {})));
  const copy = new Response(markup.replace('<html ', '<html data-kept '), { headers });
  await cache.put(addressOf(path), copy);
  await sweep();
}

const isFile = (address) => {
  const { origin, pathname } = new URL(address);
  return origin === location.origin && filePath.test(pathname);
};

/** Deletes expired copies, and the oldest beyond the limit. */
async function sweep() {
  const cache = await caches.open(store);
  const gifts = (await cache.keys())
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => giftPath.test(path));
  for (const path of gifts) await findCopy(path);
  for (const path of gifts.slice(0, -maxKept)) await forget(path);
  if ((await cache.keys()).every(({ url }) => !giftPath.test(new URL(url).pathname)))
    await caches.delete(store);
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), inTurn(sweep)])),
);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A port leads to one page; it knows no origins.
const reply = (port, answer) => port.postMessage(answer);

self.addEventListener('message', (event) => {
  const { data, ports, source } = event;
  // A page may only change its own copy.
  if (!giftPath.test(data.path) || new URL(source.url).pathname !== data.path) return;
  const change = data.do === 'keep' ? () => keep(data) : () => forget(data.path).then(sweep);
  const work = inTurn(change).then(() => data.do === 'keep');
  event.waitUntil(
    work.then(
      (answer) => reply(ports[0], answer),
      () => reply(ports[0], null),
    ),
  );
});

async function answerGift(request, path) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), patienceMs);
  });
  const kept = findCopy(path);
  // Without a copy there is no alternative to waiting.
  const network = fetch(request);
  for (const unheard of [late, network]) unheard.catch(() => {});
  try {
    const answer = await ((await kept) === null ? network : Promise.race([network, late]));
    // The gift no longer exists, or is blocked or redeemed: a copy would mislead.
    if (answer.status === 404 || answer.headers.get('x-gift-over') !== null) await forget(path);
    return answer.status >= 500 ? ((await kept) ?? answer) : answer;
  } catch (problem) {
    const copy = await kept;
    if (copy === null) throw problem;
    return copy;
  } finally {
    clearTimeout(timer);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === 'navigate' && giftPath.test(pathname))
    event.respondWith(answerGift(request, pathname));
  else if (filePath.test(pathname))
    event.respondWith(caches.match(request, { cacheName: store }).then((kept) => kept ?? fetch(request)));
});
