// Keeps the opened page on this device for use without the internet, unless somebody here has declined.
const [, path] = /^(\/g\/[\w-]{22,64})$/.exec(location.pathname) ?? [];
const keeper = document.querySelector('[data-keep-until]');
const refusal = 'gift-keeping-refused';
// The original page, before scripts change it; a copy is not kept again.
const isCopy = document.documentElement.hasAttribute('data-kept');
const markup = `<!doctype html>${document.documentElement.outerHTML}`;

/** The service worker's answer to a message. */
async function ask(message) {
  const { active } = await navigator.serviceWorker.ready;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data));
    port1.start();
    active.postMessage({ ...message, path }, [port2]);
  });
}

function show(kept) {
  for (const line of keeper?.querySelectorAll('[data-keeping]') ?? [])
    line.hidden = line.dataset.keeping !== String(kept);
}

async function keep() {
  const { keepUntil: until, policy } = keeper.dataset;
  const files = [
    document.querySelector('script[src]').src,
    document.querySelector('.picture img')?.currentSrc,
  ];
  show(await ask({ do: 'keep', markup, policy, until, files: files.filter(Boolean) }));
}

async function forget() {
  // So that this browser does not show the opened gift again by its address.
  document.cookie = `gift-opened=; Path=${path}; Max-Age=0; SameSite=Strict`;
  await ask({ do: 'forget' });
  show(false);
}

async function start() {
  if (isCopy) return show(true);
  // A used certificate is not kept, and an older copy would mislead.
  if (!keeper) return (await navigator.serviceWorker.getRegistration()) && ask({ do: 'forget' });
  await navigator.serviceWorker.register('/g/offline.js');
  if (localStorage.getItem(refusal)) return show(false);
  return keep();
}

if (path && 'serviceWorker' in navigator) {
  keeper?.querySelector('[data-keeping="true"] button').addEventListener('click', () => {
    // Someone who forgets a gift on a shared device does not want the next opening to be kept either.
    localStorage.setItem(refusal, 'yes');
    void forget();
  });
  keeper?.querySelector('[data-keeping="false"] button').addEventListener('click', () => {
    localStorage.removeItem(refusal);
    void keep();
  });
  // A browser without storage (private windows, full disks) shows the page anyway.
  start().catch(() => show(null));
}
