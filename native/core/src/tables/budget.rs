//! A limit on the memory of tables, memos and stacks.

/// The limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfMemory;

/// Bytes in use and bytes allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    limit: usize,
    used: usize,
}

impl Budget {
    /// Allows `limit` bytes, of which `used` are in use.
    #[must_use]
    pub fn new(limit: usize, used: usize) -> Self {
        Self { limit, used }
    }

    /// Takes `bytes` more.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if they are not there; nothing is taken then.
    pub fn take(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        match self.used.checked_add(bytes) {
            Some(used) if used <= self.limit => {
                self.used = used;
                Ok(())
            }
            _ => Err(OutOfMemory),
        }
    }

    /// Gives `bytes` back.
    pub fn give(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes);
    }

    /// Makes room for one more element of `list`, whose growth is charged.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if the list is full and may not grow.
    #[inline]
    pub fn room<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
        if list.capacity() - list.len() >= more {
            return Ok(());
        }
        self.grow(list, more)
    }

    #[cold]
    fn grow<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
        let size = size_of::<T>();
        let old = list.capacity();
        let wish = (old + old / 2).max(list.len() + more).max(64);
        // While growing, the old and the new storage may exist at once.
        self.take(wish.checked_mul(size).ok_or(OutOfMemory)?)?;
        let grown = list.try_reserve_exact(wish - list.len());
        if grown.is_err() {
            self.give(wish * size);
            return Err(OutOfMemory);
        }
        self.give(old * size);
        Ok(())
    }
}
