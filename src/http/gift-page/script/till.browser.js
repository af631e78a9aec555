// The barcode over the whole screen, as a modal dialog that keeps the screen awake.
const till = document.getElementById('till');
const opener = document.querySelector('[data-till]');
let lock = null;

async function stayAwake() {
  try {
    lock = (await navigator.wakeLock?.request('screen')) ?? null;
  } catch {
    // A low battery refuses; the barcode shows all the same.
  }
}

if (till?.showModal && opener) {
  opener.setAttribute('role', 'button');
  opener.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    opener.click();
  });
  opener.addEventListener('click', (event) => {
    event.preventDefault();
    till.showModal();
    void stayAwake();
  });
  till.querySelector('[data-close]').addEventListener('click', (event) => {
    event.preventDefault();
    // Shown by the address alone, there is nothing modal to close.
    if (till.open) till.close();
    else location.replace('#code');
  });
  till.addEventListener('close', () => {
    lock?.release();
    lock = null;
  });
  // The system takes the lock away from a hidden page.
  document.addEventListener('visibilitychange', () => {
    if (till.open && document.visibilityState === 'visible') void stayAwake();
  });
}
