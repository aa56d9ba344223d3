//! Runs the same portable code compiled for the vector instructions of the processor at hand.
//!
//! The hot loops are plain Rust over arrays of 64-bit words. A [`Job`] is compiled once for each
//! instruction set below and the best one that the processor has is chosen when it runs.

/// Work whose body is inlined into a function compiled for one instruction set.
pub trait Job {
    /// What the work returns.
    type Output;

    /// Does the work. Mark implementations `#[inline(always)]`, and all they call.
    fn run(self) -> Self::Output;
}

/// Runs a job with the widest vectors that this processor has.
#[inline]
#[allow(unsafe_code)]
pub fn dispatch<J: Job>(job: J) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if x86::has_avx512() {
            // SAFETY: `avx512` needs exactly the features that `has_avx512` has just tested.
            return unsafe { x86::avx512(job) };
        }
        if x86::has_avx2() {
            // SAFETY: `avx2` needs exactly the features that `has_avx2` has just tested.
            return unsafe { x86::avx2(job) };
        }
    }
    job.run()
}

/// The name of the instruction set that [`dispatch`] chooses.
#[must_use]
pub fn level() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if x86::has_avx512() {
            return "avx512";
        }
        if x86::has_avx2() {
            return "avx2";
        }
    }
    "portable"
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Job;
    use std::arch::is_x86_feature_detected;

    #[inline]
    pub fn has_avx512() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && has_avx2()
    }

    #[inline]
    pub fn has_avx2() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn avx512<J: Job>(job: J) -> J::Output {
        job.run()
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn avx2<J: Job>(job: J) -> J::Output {
        job.run()
    }
}
