// Hands the server's question to the browser's authenticator and its answer back in the form's hidden field.
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const listed = (keys) => (keys ?? []).map((key) => ({ ...key, id: bytes(key.id) }));

async function ask(kind, options) {
  const challenge = bytes(options.challenge);
  if (kind === 'get') {
    const publicKey = { ...options, challenge, allowCredentials: listed(options.allowCredentials) };
    const { id, response } = await navigator.credentials.get({ publicKey });
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(response.clientDataJSON),
        authenticatorData: text(response.authenticatorData),
        signature: text(response.signature),
      },
    };
  }
  const user = { ...options.user, id: bytes(options.user.id) };
  const publicKey = { ...options, challenge, user, excludeCredentials: listed(options.excludeCredentials) };
  const { id, response } = await navigator.credentials.create({ publicKey });
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

async function answer(form) {
  const failed = form.querySelector('[data-failed]');
  failed.hidden = true;
  try {
    const asked = await fetch(form.dataset.options, { method: 'POST' });
    if (!asked.ok) throw new Error('refused');
    form.elements.answer.value = JSON.stringify(await ask(form.dataset.passkey, await asked.json()));
    form.submit();
  } catch {
    failed.hidden = false;
  }
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!globalThis.PublicKeyCredential) continue;
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void answer(form);
  });
}
